"""The crowd of readers: whose log-ins it takes, and how it sums up what it met with."""

from lab.soak.readers import players, summary


def test_only_players_of_saxony_read(tmp_path):
    (tmp_path / "logins.txt").write_text(
        "referee  a-b-1  referee of both campaigns, and administrator\n"
        "avenne  c-d-2  plays Grand Duchy of Avenne in Two Valleys\n"
        "russia  e-f-3  plays Russia in Saxony 1813\n"
    )
    assert players(tmp_path / "logins.txt") == [("russia", "e-f-3")]


def test_the_line_gives_the_rate_and_the_times_of_half_and_of_95_in_100():
    answers = [n / 1000 for n in range(100, 0, -1)]
    assert summary(answers, 4.0, 2) == "25 requests a second, p50 51 ms, p95 96 ms, 2 failed"
