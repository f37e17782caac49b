"""The cache may be away."""

from config.backends.caches import ForgetfulRedisCache


def test_without_its_server_the_cache_forgets_and_does_not_fail(tmp_path):
    cache = ForgetfulRedisCache(f"unix://{tmp_path}/nobody.sock", {})
    cache.set("drawing", "a map", 60)
    assert cache.get("drawing") is None
    assert cache.get("drawing", "draw it anew") == "draw it anew"
