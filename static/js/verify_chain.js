// What an event without dice rests on: who stands where, how strong he is, and what came before. It knows no rules of
// fighting; it knows how a journal goes on (docs/journal.md). bivouacChain.faults lists what does not follow.
(function () {
  "use strict";
  const NEAR = 0.02; // in the units of the board
  const MARCHES = ["move", "withdraw", "fallback", "night_move"];
  const ACTORS = ["unit", "firer", "target", "attacker", "defender"];
  const NAMED = ACTORS.concat("commander", "other", "by");

  // Events that nobody logs without having thrown for them, and those of which one is enough for these of their values
  const THROWN = ["fire", "combat", "command_roll", "morale", "check", "recover", "eod_recover", "eod_rally", "pursuit", "stand",
    "general", "critical", "blunder", "activation", "group", "first_turn", "card", "brigade_card", "chance_card", "brigadier",
    "changing", "collision", "reform", "balks", "carries_on", "charge_test", "charge_home", "escape"];
  const ONCE = {
    day_start: ["day"], decision: ["day"], stay_leave: ["day"], pursuit: ["day"], will: [], sudden_death: [], last_evening: [],
    attached: ["day", "round", "commander"], command_change: ["old", "new"], broken: ["day", "side"], break_off: ["day", "side"], round_end: ["day", "round"], initiative: ["day", "round"], first_turn: ["day"],
    turn_start: ["day", "round", "side"], turn_end: ["day", "round", "side"], march: ["day", "round", "unit"], orders: ["day", "round", "commander"], ease: ["day", "unit"],
  };
  // What comes right before; with = it names the unit, general or attacker as well
  const FIGHT_ENDS = ["turn_end", "round_end", "broken", "break_off", "ease", "rout", "eliminated", "commander_move"];
  // What is logged of a unit only in a round in which something was thrown that names it
  const THROWN_FOR = ["mark", "rally", "figure_lost", "captured", "rout_stopped", "canister"];
  const AFTER = {
    canister: ["activation="], captured: ["morale=", "move", "fallback", "combat"], figure_lost: ["hit=", "figure_lost="],
    jumps: ["charge_test="], steps_in: ["chance_card", "steps_in"], staff_officer: ["turn_start", "staff_officer", "arrive", "formation"],
    locked: ["morale"], rout_stopped: ["activation="], break_off: FIGHT_ENDS, will: ["round_end"], decision: FIGHT_ENDS,
    squares: ["contact=", "combat=", "hit", "squares"], occupy: ["rout", "eliminated", "casualty", "command_change"],
    ease: FIGHT_ENDS,
    night_move: ["amalgamate", "commander_move", "eliminated", "night_move", "stay_leave", "arrive", "eod_rally", "eod_recover", "rout", "hit", "pursuit"],
  };
  // An event that a journal leads by another one, where it has any: a march by an order, by actions paid or thrown for
  const LEADS = [["activate", ["move", "withdraw"]], ["order", ["move"]], ["activation", ["move", "formation"]]];
  const LEADING = ["activate", "stratagem", "order", "combat", "activation", "group", "blunder"];
  const EVENING = ["stay_leave", "will", "sudden_death", "last_evening", "break_off", "decision", "eod_recover", "eod_rally", "pursuit"];
  const OVER = ["will", "broken", "break_off", "decision", "stay_leave"];
  const FIGHTING = ["turn_start", "command_roll", "initiative", "fire", "combat", "move", "contact", "activate", "morale", "orders", "fallback", "activation"];
  const MARKED = { loss: ["figure_lost", "hit", "casualty", "marked"], friend: ["rout", "eliminated", "marked", "morale"], brigadier: ["casualty", "marked"], corps: ["command_change", "marked"] };
  const ENDS = ["evening", "edge", "pursuit", "rule", "rout", "exit", "blocked", "none"];

  // Before a general's ride, in a journal that has the first event: one of these, or none of these
  const RIDES = [["mark", true, ["turn_start", "commander_move"]], ["activation", true, ["turn_start", "arrive", "move", "casualty", "rout", "command_change", "eliminated", "commander_move"]],
    ["order", false, ["turn_start", "order", "combat"]]];
  // Nobody does any of these before the first turn of a day, nor between two turns where their beginnings are logged
  const IN_TURN = ["move", "commander_move", "attached", "contact", "orders", "initiative", "turn_end", "turn_start", "command_change", "disorder", "mark", "activate"];
  const BETWEEN = ["move", "attached", "disorder", "contact", "mark"];
  // The side of these is the one of their unit
  const OWN_UNIT = ["deploy", "arrive", "move", "withdraw", "night_move", "formation", "fallback", "disorder", "turned", "rally", "recover", "mark"];
  // A chance card and the side on whose unit or general it is played
  const ON_ENEMY = ["useless general", "lost order", "half a move", "ditch", "enemy fire"];
  const HELP = ["corps commander attached", "senior"];

  function names(event) {
    return NAMED.map((key) => event[key]).concat(event.attackers || [], Array.isArray(event.units) ? event.units : []);
  }

  function Table(report, events) {
    const self = this;
    this.led_by = {};
    LEADS.forEach((lead) => { if (events.some((event) => event.ev === lead[0])) { lead[1].forEach((name) => { self.led_by[name] = true; }); } });
    this.wrong = [];
    this.whole = !(events[0] || {}).cast;
    this.watched = events.some((event) => event.ev === "deploy" && event.unit);
    this.at = {}; this.on = {}; this.sp = {}; this.left = {}; this.mark = {}; this.seen = {}; this.thrown = {}; this.led = {};
    this.side = {}; this.moved = {}; this.numbers = {}; this.cards = {}; this.over = false; this.started = 0;
    this.generals = {}; this.guns = {}; this.plain = {};
    this.turn = null; this.form = {}; this.chits = {}; this.ridden = {}; this.useless = {}; this.nation = {};
    this.begun = events.some((event) => event.ev === "turn_start");
    this.rides = RIDES.filter((one) => events.some((event) => event.ev === one[0]));
    this.marked = events.some((event) => event.ev === "mark");
    this.owed = {}; this.actions = {}; this.price = {}; this.sides = {}; this.lost = {}; this.routs = {}; this.merged = {}; this.fallen = {}; this.chosen = null; this.pursued = 0; this.night = 0;
    report.battle.sides.forEach((side) => {
      self.sides[side.name] = true;
      side.units.forEach((unit) => {
        self.side[unit.id] = side.name; self.guns[unit.id] = /_art$/.test(unit.type);
        if (self.whole) { self.sp[unit.id] = unit.strength; }
      });
    });
    report.battle.sides.forEach((side) => { [side.commander].concat(side.wings || []).forEach((one, post) => { if (one && one.name) { self.generals[one.name] = [side.name, post, (side.wings || []).length]; } }); });
    this.nations = Boolean((report.battle.options || {}).nations) || "nations" in (report.battle.profile || {});
    ((events[0] || {}).cast || []).forEach((piece) => { self.side[piece.id] = self.side[piece.unit]; self.guns[piece.id] = self.guns[piece.unit]; self.sp[piece.id] = piece.strength; self.left[piece.id] = piece.capacity; });
  }

  Table.prototype.fault = function (event, text) { this.wrong.push(`Event ${event.n} (${String(event.ev).replace(/_/g, " ")}): ${text}`); };

  Table.prototype.newDay = function (event) {
    this.day = event.day; this.round = 0;
    this.over = false; this.mover = null;
    if (this.whole) { return; }
    this.at = {}; this.on = {}; this.left = {}; this.mark = {}; this.form = {}; this.chits = {}; this.turn = null;
    this.sp = {};
  };

  function there(table, id) { return table.on[id] === true; }

  function checkClock(table, event) {
    if (event.ev === "battle_start") { return; }
    if (event.day > (table.day || 0)) { table.newDay(event); }
    if (event.day < table.day || (event.ev !== "day_start" && event.ev !== "deploy" && event.round < table.round)) { table.fault(event, "it is out of its day and turn."); }
    if (event.ev === "deploy") { return; }
    table.round = event.ev === "day_start" ? 0 : event.round;
    if (event.side !== null && !table.sides[event.side]) { table.fault(event, `${event.side} is no side.`); }
  }

  function checkOnce(table, event) {
    const name = !table.led_by.formation && (event.how === "move" || event.how === "march") ? "march" : event.ev, parts = ONCE[name];
    const idle = event.ev === "combat" && event.attack === 0 && event.defend === 0; // nobody had a die
    if (!idle && (THROWN.indexOf(event.ev) >= 0 || (event.ev === "initiative" && "score_0" in event) || (event.ev === "rally" && !table.led_by.formation)) && !event.dice.length) { table.fault(event, "it has no dice."); }
    if (table.over && FIGHTING.indexOf(event.ev) >= 0) { table.fault(event, "the fighting of the day is over."); }
    if (!parts) { return; }
    const key = [name].concat(parts.map((part) => event[part])).join("|");
    if (table.seen[key]) { table.fault(event, "there is one already."); }
    table.seen[key] = true;
  }

  function checkThere(table, event) {
    if (!table.watched || /^eod_|^hit$|^eliminated$|^rout$|^rally$|^activate$|^typed$|^engineer$|^exit$|^ease$|^order$|^deploy$|^arrive$|^captured$|^stratagem$|^repoint$|^withdraw$|^chance_played$|^figure_lost$|^attached$/.test(event.ev)) { return; }
    ACTORS.forEach((key) => {
      if (typeof event[key] === "string" && !there(table, event[key])) { table.fault(event, `${event[key]} is not on the table.`); }
    });
  }

  function near(one, other) { return Math.abs(one[0] - other[0]) <= NEAR && Math.abs(one[1] - other[1]) <= NEAR; }

  function checkPath(table, event) {
    if (!table.watched || MARCHES.indexOf(event.ev) < 0) { return; }
    const where = table.at[event.unit];
    if (!there(table, event.unit) || !where) { return; }
    if (!near(where, event.path[0])) { table.fault(event, `${event.unit} does not begin where it stands.`); }
    if (table.led_by[event.ev] && !table.routs[event.unit] && table.led[event.unit] !== `${event.day}|${event.round}`) { table.fault(event, `nothing led ${event.unit} to it.`); }
    if (event.ev === "fallback" && !lately(table, event, event.unit, 1)) { table.fault(event, `nothing drove ${event.unit} back.`); }
  }

  // Was anything thrown that names somebody, in this round or so many before it?
  function lately(table, event, id, before) {
    const last = table.thrown[id];
    return Boolean(last) && last[0] === event.day && last[1] >= event.round - before;
  }

  function place(table, event) {
    const who = event.ev === "command_change" ? event.new : event.unit || event.commander;
    if (event.ev === "deploy" || event.ev === "arrive") {
      if (there(table, who)) { table.fault(event, `${who} is on the table already.`); }
      table.on[who] = true;
    }
    if ((event.ev === "rally" && event.pass) || event.ev === "command_change") { table.on[who] = true; }
    if (event.ev === "engineer" && event.train) { table.on[event.train] = false; }
    if (MARCHES.indexOf(event.ev) >= 0) { table.at[who] = event.path[event.path.length - 1]; } else if (event.pose && who) { table.at[who] = event.pose; }
    if (event.ev === "rout" || event.ev === "eliminated" || event.ev === "exit") { table.on[who] = false; }
  }

  function checkHit(table, event) {
    const id = event.unit, sp = table.sp[id], left = table.left[id];
    if (event.ev !== "hit") { return; }
    if (sp !== undefined && event.sp > sp) { table.fault(event, `${id} has ${sp} and would gain.`); }
    if (event.left === undefined && sp !== undefined && table.whole && event.sp !== sp - 1) { table.fault(event, `a hit takes one strength point of ${id}'s ${sp}.`); }
    if (left !== undefined && event.left !== undefined && left - event.lost !== event.left) { table.fault(event, `${id} had ${left}.`); }
    if (!event.dice.length && (event.cause === "pursuit" ? table.pursued !== event.day : !lately(table, event, id, 0))) { table.fault(event, `nothing was thrown that struck ${id}.`); }
    if (event.cause === "fire" && !event.dice.length) {
      if (!(table.owed[id] > 0)) { table.fault(event, `no fire at ${id} hit so often.`); }
      table.owed[id] = (table.owed[id] || 0) - 1;
    }
  }

  function strengthen(table, event) {
    if (event.ev === "hit" || (["rally", "recover", "eod_recover", "eod_rally", "ease"].indexOf(event.ev) >= 0 && event.pass !== false)) {
      if (Number.isInteger(event.sp)) { table.sp[event.unit] = event.sp; }
      if (Number.isInteger(event.left)) { table.left[event.unit] = event.left; }
    }
    if (event.ev === "fire") { table.owed[event.target] = (table.owed[event.target] > 0 ? table.owed[event.target] : 0) + Math.max(event.hits, 0); }
    if (event.ev === "pursuit") { table.pursued = event.day; }
    (event.ev === "amalgamate" ? event.groups : []).forEach((group) => {
      group.members.forEach((id) => {
        if (table.merged[id] === event.day) { table.fault(event, `${id} was merged already.`); }
        table.merged[id] = event.day;
      });
      group.made.forEach((unit) => { if (table.whole) { table.sp[unit.unit] = unit.sp; } });
    });
  }

  function checkGone(table, event, before) {
    const id = event.unit, cause = event.cause, named = names(before).indexOf(id) >= 0;
    if (event.ev !== "rout" && event.ev !== "eliminated") { return; }
    if (cause === "evening") {
      if (before.ev !== "eod_rally" || !named || before.pass) { table.fault(event, `${id} did not fail to rally.`); }
      return;
    }
    if (table.watched && table.whole && !there(table, id)) { table.fault(event, `${id} is not on the table.`); }
    if (ENDS.indexOf(cause) < 0 && !(before.ev === "hit" && named) && !lately(table, event, id, 0)) { table.fault(event, `nothing was thrown that struck ${id}.`); }
    if (cause === "pursuit" && !(before.ev === "hit" && named) && !lately(table, event, id, 0)) { table.fault(event, `no pursuit struck ${id}.`); }
    if (cause === "edge" && table.watched && !there(table, id)) { table.fault(event, `${id} is not on the table.`); }
    if (cause === "edge" && !lately(table, event, id, 1)) { table.fault(event, `nothing drove ${id} off.`); }
    if (cause === "rule" && !table.lost[`${event.day}|${event.side}`]) { table.fault(event, `the army of ${id} is not broken.`); }
  }

  function checkBefore(table, event, before) {
    const wanted = AFTER[event.ev], named = names(before).indexOf(event.unit) >= 0;
    if (wanted && event.on !== false && !wanted.some((name) => name.replace("=", "") === before.ev && (name.slice(-1) !== "=" || named))) {
      table.fault(event, `it does not follow from a ${String(before.ev).replace(/_/g, " ")}.`);
    }
    if (event.ev === "contact" && !table.whole && table.mover !== event.attacker) { table.fault(event, `${event.attacker} has not moved.`); }
    if (event.ev === "contact" && table.whole && (!table.moved[event.attacker] || table.numbers[`${event.attacker}|${event.defender}|${event.combat}`])) { table.fault(event, `${event.attacker} has not come up.`); }
    if (event.ev === "repoint" && !table.numbers[event.old]) { table.fault(event, "there is no such combat."); }
    if (event.ev === "turned" && table.whole && !named && ["contact", "squares", "turned", "orders"].indexOf(before.ev) < 0) { table.fault(event, `nothing turned ${event.unit}.`); }
    if (event.ev === "marked" && !(MARKED[event.reason] || [before.ev]).some((name) => name === before.ev)) { table.fault(event, `it does not follow from a ${before.ev}.`); }
    table.rides.forEach((one) => { if (event.ev === "commander_move" && (one[2].indexOf(before.ev) >= 0) !== one[1]) { table.fault(event, `nobody rides after a ${String(before.ev).replace(/_/g, " ")}.`); } });
    if (event.ev === "order" && before.ev === "order") { table.fault(before, "nothing came of it."); }
    if (event.ev === "commander_move" && near(table.at[event.commander] || [-1, -1], event.pose)) { table.fault(event, `${event.commander} stands there already.`); }
    if (event.ev !== "stratagem" && (before.ev === "order" || (before.ev === "activate" && before.activity !== "force")) && names(event).indexOf(before.unit || before.commander) < 0) { table.fault(before, "nothing came of it."); }
    if (event.ev === "commander_move" && table.led_by.withdraw && !(before.ev === "activate" && before.commander === event.commander) && table.night !== event.day && before.ev !== "casualty") { table.fault(event, `${event.commander} was not activated.`); }
    if (event.ev === "contact" && !opposed(event.attacker, event.defender, table)) { table.fault(event, "the two are of one side."); }
    if (event.ev === "engineer" && event.round > 0 && !event.dice.length) { table.fault(event, "it has no dice."); }
    if (event.ev === "casualty" && !event.dice.length && !(before.dice.length && names(before).indexOf(event.commander) >= 0)) { table.fault(event, `nothing was thrown for ${event.commander}.`); }
    if (THROWN_FOR.indexOf(event.ev) >= 0 && !event.dice.length && !lately(table, event, event.unit, 0)) { table.fault(event, `nothing was thrown for ${event.unit}.`); }
    if (event.ev === "move" && event.how === "marches" && !event.dice.length && !lately(table, event, event.unit, 0)) { table.fault(event, `nothing was thrown for ${event.unit}.`); }
    if (event.ev === "command_change" && !table.fallen[event.old]) { table.fault(event, `${event.old} is not lost.`); }
    if (event.ev === "deploy" && table.round > 0 && event.day === table.day && table.started === event.day) { table.fault(event, "the day is under way."); }
    if ((event.ev === "night_move" || event.ev === "amalgamate") && table.night !== event.day) { table.fault(event, "it is not evening."); }
  }

  // A turn begins and ends; who acts in it, and on which side he is
  function checkTurn(table, event) {
    if (event.round === 0 && IN_TURN.indexOf(event.ev) >= 0) { table.fault(event, "no turn has begun."); }
    if (table.begun && table.turn === null && BETWEEN.indexOf(event.ev) >= 0) { table.fault(event, "no turn is under way."); }
    if (event.ev === "move" && event.how === "move" && table.turn && table.turn.side && event.side !== table.turn.side) { table.fault(event, `${event.side} is not on turn.`); }
    if (table.begun && event.ev === "turn_end" && !(table.turn && (event.side === null || table.turn.side === event.side))) { table.fault(event, "no such turn is under way."); }
    if (OWN_UNIT.indexOf(event.ev) >= 0 && event.side !== null && event.unit && table.side[event.unit] && table.side[event.unit] !== event.side) { table.fault(event, `${event.unit} is not of ${event.side}.`); }
    if (event.ev === "turn_start") { table.turn = event; } else if (event.ev === "turn_end") { table.turn = null; }
  }

  // What goes from one state to the next: formations, chits of disorder, generals who ride
  function checkStates(table, event) {
    const id = event.unit || event.commander;
    if (event.ev === "formation" && table.marked) {
      if (table.form[id] === event.formation) { table.fault(event, `${id} has it so already.`); }
      table.form[id] = event.formation;
    }
    if (event.ev === "disorder" || event.ev === "reform") {
      const change = event.ev === "disorder" ? event.added : -event.removed;
      if (table.chits[id] !== undefined && table.chits[id] + change !== event.chits) { table.fault(event, `${id} had ${table.chits[id]}.`); }
      table.chits[id] = event.chits;
    }
    if (event.ev === "chance_played" && event.card === "steadied") { delete table.chits[id]; }
    if (event.ev === "commander_move" && table.marked) {
      const key = `${event.day}|${event.round}|${id}`;
      if (table.ridden[key]) { table.fault(event, `${id} has ridden already.`); }
      table.ridden[key] = true;
    }
  }

  // Chance cards on generals, and the nation of a side's guns
  function checkReasons(table, event) {
    const key = `${event.day}|${event.round}`, by = event.modifiers || [], pairs = Array.isArray(by) ? by : [].concat.apply([], Object.keys(by).map((party) => by[party]));
    if (event.ev === "chance_played") {
      const on = event.unit ? table.side[event.unit] : (table.generals[event.commander] || [])[0];
      if (on && (on !== event.side) !== (ON_ENEMY.indexOf(event.card) >= 0)) { table.fault(event, `it is not for ${on}.`); }
      if (event.card === "useless general") { table.useless[key] = (table.useless[key] || []).concat(event.commander); }
    }
    (event.ev === "orders" ? table.useless[key] || [] : []).forEach((name) => {
      const post = table.generals[name];
      if (post && post[0] === event.side && (post[1] === 0 || post[2] === 1) && pairs.some((pair) => pair[0] === HELP[Math.min(post[1], 1)])) { table.fault(event, `${name} is of no use in this turn.`); }
    });
    const nation = pairs.filter((pair) => pair[0] === "nation");
    if (event.ev === "fire" && table.guns[event.firer] && (nation.length ? table.plain[event.side] : event.side in table.nation)) { table.fault(event, `the nation of ${event.side} counts for all its guns or for none.`); }
    if (event.ev === "fire" && table.guns[event.firer] && !nation.length) { table.plain[event.side] = true; }
    nation.forEach((pair) => {
      if (!table.nations) { table.fault(event, "no side has a nation."); }
      if (table.nation[event.side] !== undefined && table.nation[event.side] !== pair[1]) { table.fault(event, `the nation of ${event.side} counted ${table.nation[event.side]} before.`); }
      table.nation[event.side] = pair[1];
    });
  }

  function opposed(one, other, table) { return table.side[one] === undefined || table.side[other] === undefined || table.side[one] !== table.side[other]; }

  // Markers that go on and off, and actions that are paid for one by one
  function checkCounts(table, event) {
    if (event.ev === "mark" || event.ev === "squares") {
      const on = event.ev === "mark" ? event.marked : event.on, key = `${event.ev}|${event.unit}`;
      if (Boolean(table.mark[key]) === Boolean(on)) { table.fault(event, `${event.unit} has it so already.`); }
      table.mark[key] = on;
    }
    if (event.ev === "day_start") { table.started = event.day; }
    if (event.ev === "chance_card") { table.cards[`${event.side}|${event.card}`] = (table.cards[`${event.side}|${event.card}`] || 0) + 1; }
    if (event.ev === "chance_played") {
      table.cards[`${event.side}|${event.card}`] = (table.cards[`${event.side}|${event.card}`] || 0) - 1;
      if (table.cards[`${event.side}|${event.card}`] < 0) { table.fault(event, `${event.side} has not drawn it.`); }
    }
    if (event.ev === "command_roll") { table.actions[event.side] = event.total; }
    if (event.ev === "stratagem") { table.actions[event.side] = undefined; }
    if ((event.ev === "activate" || event.ev === "arrive") && event.cost > 0) {
      const had = table.actions[event.side];
      if (had !== undefined && event.left !== had - event.cost) { table.fault(event, `${event.side} had ${had} actions.`); }
      table.actions[event.side] = event.left;
    }
  }

  function remember(table, event) {
    if (event.ev === "round_end") { table.moved = {}; }
    if (event.ev === "contact") {
      table.numbers[event.combat] = table.numbers[`${event.attacker}|${event.defender}|${event.combat}`] = true;
    }
    if (event.ev === "move") { table.moved[event.unit] = true; }
    if (event.ev === "move") { table.mover = event.unit; } else if (event.ev === "turn_start") { table.mover = null; }
    if (event.dice.length) { names(event).forEach((id) => { if (id) { table.thrown[id] = [event.day, event.round]; } }); }
    if (OVER.indexOf(event.ev) >= 0) { table.over = true; }
    if (LEADING.indexOf(event.ev) >= 0) { names(event).forEach((id) => { if (id) { table.led[id] = `${event.day}|${event.round}`; } }); }
    if (event.ev === "casualty" && event.lost) { table.fallen[event.commander] = true; }
    if (event.ev === "command_change") { table.fallen[event.new] = true; } // whose own post is free now
    if (event.ev === "broken") { table.lost[`${event.day}|${event.side}`] = true; }
    if (EVENING.indexOf(event.ev) >= 0) { table.night = event.day; }
    if (event.ev === "stay_leave") { table.chosen = event.choices; }
    if (event.ev === "critical") { table.owed[event.unit] = (table.owed[event.unit] || 0) + 2; table.routs[event.unit] = table.routs[event.unit] || event.critical === "rout"; }
  }

  function checkWinner(table, last) {
    const sides = Object.keys(table.chosen || {}), left = sides.filter((side) => table.chosen[side] === "leave");
    if (left.length === 1 && last.winner !== sides[1 - sides.indexOf(left[0])]) { table.fault(last, `${left[0]} left the field, and ${last.winner === null ? "nobody" : last.winner} is given as the winner.`); }
  }

  function faults(report, events) {
    const table = new Table(report, events);
    events.forEach((event, n) => {
      const before = events[n - 1] || { ev: "", dice: [] };
      checkClock(table, event);
      checkOnce(table, event);
      checkThere(table, event);
      checkPath(table, event);
      checkHit(table, event);
      checkGone(table, event, before);
      checkBefore(table, event, before);
      checkCounts(table, event);
      checkTurn(table, event);
      checkStates(table, event);
      checkReasons(table, event);
      place(table, event);
      strengthen(table, event);
      remember(table, event);
    });
    checkWinner(table, events[events.length - 1] || {});
    return table.wrong;
  }

  window.bivouacChain = { faults };
})();
