// Small positions beside the rules: a cut-out of the board [from file, from rank, to file, to rank],
// its pieces, the points that are lit, the ways that are shown, the points that are crossed out (`no`). Drawn by the board's own code.

const move = (...sites) => sites.map((site) => ({ site, kind: "move" }));

export const DIAGRAMS = {
  moon: { crop: "b2f6", sites: { d4: "brown moon" }, targets: move("d6", "d2", "b4", "f4", "c5", "e5", "c3", "e3") },
  star: { crop: "b2f6", sites: { d4: "brown star" }, targets: move("d5", "d3", "c4", "e4") },
  stack: { crop: "b2f6", sites: { d4: "brown moon+brown star", e5: "brown moon" }, targets: move("d5", "d3", "c4", "e4") },
  pit: { crop: "b3f5", sites: { b4: "blue moon", d4: "brown pit" }, targets: [{ site: "d4", kind: "lost" }], arrows: [{ from: "b4", to: "d4" }] },
  trap: { crop: "b3f5", sites: { b3: "blue moon", d4: "brown trap east" }, targets: [{ site: "c4", kind: "pull", to: "e4" }], arrows: [{ from: "b3", to: "b4" }, { from: "c4", to: "e4", kind: "pull" }] },
  safe: { crop: "b3f5", sites: { d4: "blue safe+brown star", b4: "blue moon" } },
  path: { crop: "b3f5", sites: { b4: "brown star", c4: "brown path east-west", d4: "blue path east-west" }, targets: [{ site: "e4", kind: "ride" }], arrows: [{ from: "b4", to: "e4" }] },
  stone: { crop: "b3f5", sites: { d5: "blue stone", d4: "brown star" }, targets: [{ site: "d5", kind: "capture" }], arrows: [{ from: "d4", to: "d5" }] },
  deity: { crop: "a1b5", notches: 5, sites: { "brown notch 3": "brown cadbeth", b2: "brown moon" } },
};

/**
 * By rule. Where `from` says who moves, the referee is asked whether its lit points are what that
 * piece may do, and whether it is kept from the points that are crossed out by this very rule.
 */
Object.assign(DIAGRAMS, {
  "MS-06": { crop: "b3f6", sites: { c4: "brown moon", d3: "brown pit", e5: "brown star" }, no: ["e5"] },
  "MS-08": { crop: "b3f5", sites: { c4: "brown trap north", e4: "brown path east-west" } },
  "MS-09": { crop: "b2f4", sites: { c3: "brown moon", d3: "brown trap east" }, targets: [{ site: "c3", kind: "lost" }] },
  "MS-16": { ...DIAGRAMS.star, from: "d4" },
  "MS-17": { ...DIAGRAMS.moon, from: "d4" },
  "MS-18": { crop: "b3f6", from: "c4", sites: { c4: "brown moon" }, targets: move("e4", "d5"), no: ["d4"] },
  "MS-19": { crop: "b3f5", sites: { c4: "brown moon" }, arrows: [{ from: "c4", to: "d4" }, { from: "d4", to: "c4" }], no: ["c4"] },
  "MS-20": { crop: "b3f5", from: "b4", sites: { b4: "brown moon", c4: "blue star" }, targets: move("d4"), arrows: [{ from: "b4", to: "d4" }] },
  "MS-21": { crop: "b3f5", from: "b4", sites: { b4: "brown moon", c4: "brown stone" }, no: ["d4"] },
  "MS-23": { crop: "b3f6", from: "b4", sites: { b4: "brown moon", c5: "blue trap north" }, targets: move("d4"), arrows: [{ from: "b4", to: "d4" }] },
  "MS-26": { crop: "b3f5", from: "c4", sites: { c4: "brown star", d4: "blue moon" }, targets: [{ site: "d4", kind: "capture" }] },
  "MS-28": { crop: "b3f5", from: "c4", sites: { c4: "brown star", d4: "brown star" }, no: ["d4"] },
  "MS-31": { crop: "b3f5", from: "b4", sites: { b4: "brown moon+brown star", d4: "blue stone" }, no: ["d4"] },
  "MS-32": { crop: "b3f5", from: "c4", sites: { c4: "brown star", d4: "brown stone" }, no: ["d4"] },
  "MS-33": { ...DIAGRAMS.pit, from: "b4", sites: { b4: "brown moon", d4: "blue pit" } },
  "MS-34": { crop: "b3f5", from: "c4", sites: { c4: "brown moon+brown star", d4: "blue pit" }, targets: [{ site: "d4", kind: "lost" }], arrows: [{ from: "c4", to: "d4" }] },
  "MS-36": { crop: "b3f5", sites: { d4: "brown trap east" }, targets: [{ site: "c4", kind: "pull", to: "e4" }] },
  "MS-37": { ...DIAGRAMS.trap, from: "b3", sites: { b3: "brown moon", d4: "blue trap east" } },
  "MS-38": { crop: "b3f5", from: "c4", sites: { c4: "brown star", d4: "blue trap north" }, no: ["d4"] },
  "MS-39": { crop: "b3h5", from: "b4", sites: { b4: "brown star", d4: "blue trap east", f4: "brown trap east" }, targets: [{ site: "c4", kind: "pull", to: "g4" }], arrows: [{ from: "c4", to: "e4", kind: "pull" }, { from: "e4", to: "g4", kind: "pull" }] },
  "MS-40": { crop: "b3f5", from: "b4", sites: { b4: "brown star", d4: "brown trap east", e4: "blue moon" }, targets: [{ site: "c4", kind: "capture", to: "e4" }], arrows: [{ from: "c4", to: "e4", kind: "pull" }] },
  "MS-41": { crop: "b3f5", from: "b4", sites: { b4: "brown star", d4: "brown trap east", e4: "blue trap west" }, targets: [{ site: "c4", kind: "lost" }], arrows: [{ from: "c4", to: "d4", kind: "pull" }] },
  "MS-42": { crop: "b2f5", from: "d3", sites: { c4: "blue trap east", e4: "brown trap west", d3: "brown star" }, targets: move("d4") },
  "MS-43": { crop: "a3d5", from: "b3", sites: { a4: "blue trap west", b3: "brown star" }, targets: [{ site: "b4", kind: "lost" }], arrows: [{ from: "b4", to: "a4", kind: "pull" }] },
  "MS-44": { crop: "b3f6", from: "c3", sites: { c3: "brown star", d4: "blue trap east", c5: "blue trap north" }, targets: [{ site: "c4", kind: "pull", to: "e4" }], arrows: [{ from: "c4", to: "e4", kind: "pull" }, { from: "c4", to: "c6", kind: "pull" }] },
  "MS-45": { crop: "b3f5", from: "c4", sites: { c4: "brown star", d4: "brown moon" }, targets: [{ site: "d4", kind: "move" }], arrows: [{ from: "c4", to: "d4" }] },
  "MS-46": { ...DIAGRAMS.stack, from: "d4", no: ["d6"] },
  "MS-47": { crop: "b3f5", sites: { c4: "brown moon+brown star" }, targets: move("d4"), arrows: [{ from: "c4", to: "d4" }] },
  "MS-48": { crop: "b3f5", from: "c4", sites: { c4: "brown moon+brown star", d4: "brown safe" }, no: ["d4"] },
  "MS-49": { crop: "b3f5", from: "b4", sites: { b4: "brown moon+brown star", c4: "blue path east-west" }, targets: [{ site: "d4", kind: "ride" }], arrows: [{ from: "b4", to: "d4" }] },
  "MS-50": { ...DIAGRAMS.safe, from: "c4", sites: { d4: "blue safe+blue star", c4: "brown star" }, no: ["d4"] },
  "MS-52": { crop: "b3f5", from: "d4", sites: { d4: "brown star", c4: "blue path east-west" }, targets: [{ site: "b4", kind: "ride" }], arrows: [{ from: "d4", to: "b4" }] },
  "MS-53": { crop: "b3f6", from: "c5", sites: { c5: "brown star", c4: "blue path east-west" }, no: ["c4"] },
  "MS-54": { ...DIAGRAMS.path, from: "b4" },
  "MS-55": { crop: "b3f5", from: "b4", sites: { b4: "brown star", c4: "blue path east-west" }, targets: [{ site: "d4", kind: "ride" }], no: ["c4"] },
  "MS-56": DIAGRAMS.deity,
  "MS-62": { crop: "b3f6", sites: { c4: "blue moon", d5: "blue star" }, no: ["c4", "d5"] },
  "MS-65": { crop: "b3f5", sites: { b4: "blue path east-west", e4: "blue trap east" }, arrows: [{ from: "b4", to: "e4" }] },
  "MS-66": { crop: "b3f5", sites: { c4: "brown moon", d4: "blue trap east" }, arrows: [{ from: "c4", to: "e4", kind: "pull" }] },
  "MS-69": { crop: "b3f5", sites: { b4: "brown safe", e4: "brown moon" }, arrows: [{ from: "b4", to: "e4" }] },
  "MS-70": { crop: "a1e4", sites: { b2: "brown moon", d3: "brown path east-west" }, targets: ["a1", "c1", "e2", "b4"].map((site) => ({ site, kind: "place" })) },
  "MS-71": { crop: "b3f6", sites: { c4: "blue pit", e5: "blue pit" }, no: ["c4", "e5"] },
  "MS-72": { crop: "b3g6", sites: { c4: "blue stone", d5: "brown moon" }, arrows: [{ from: "c4", to: "f4" }], targets: move("f5") },
  "MS-73": { ...DIAGRAMS.stone, from: "d4", targets: [{ site: "d5", kind: "move" }] },
});
