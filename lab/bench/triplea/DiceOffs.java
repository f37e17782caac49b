package games.strategy.triplea.oddsCalculator.ta;

import games.strategy.engine.data.GameData;
import games.strategy.engine.data.GameParser;
import games.strategy.engine.data.PlayerID;
import games.strategy.engine.data.Territory;
import games.strategy.engine.data.TerritoryEffect;
import games.strategy.engine.data.Unit;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Prints how many dice-offs a second TripleA's odds calculator fights. Arguments: game file, units a side, runs. */
public final class DiceOffs {
  public static void main(String[] args) throws Exception {
    GameData data;
    try (InputStream in = new FileInputStream(args[0])) {
      data = new GameParser("field").parse(in, new AtomicReference<String>(), false);
    }
    int units = Integer.parseInt(args[1]);
    int runs = Integer.parseInt(args[2]);
    run(data, units, runs); // warms the virtual machine up
    long start = System.nanoTime();
    run(data, units, runs);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.println(runs / seconds);
    System.exit(0);
  }

  private static AggregateResults run(GameData data, int units, int runs) {
    PlayerID attacker = data.getPlayerList().getPlayerId("Attacker");
    PlayerID defender = data.getPlayerList().getPlayerId("Defender");
    Territory field = data.getMap().getTerritory("Field");
    return new OddsCalculator(data, true)
        .setCalculateDataAndCalculate(
            attacker, defender, field, army(data, attacker, units), army(data, defender, units),
            new ArrayList<Unit>(), new ArrayList<TerritoryEffect>(), runs);
  }

  private static List<Unit> army(GameData data, PlayerID owner, int units) {
    int guns = units / 8;
    int horse = units / 4;
    List<Unit> army = new ArrayList<>();
    army.addAll(data.getUnitTypeList().getUnitType("artillery").create(guns, owner));
    army.addAll(data.getUnitTypeList().getUnitType("cavalry").create(horse, owner));
    army.addAll(data.getUnitTypeList().getUnitType("infantry").create(units - guns - horse, owner));
    return army;
  }
}
