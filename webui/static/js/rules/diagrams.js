// Small positions beside the rules: a cut-out of the board [from file, from rank, to file, to rank],
// its pieces, the points that are lit, the ways that are shown. Drawn by the board's own code.

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

Object.assign(DIAGRAMS, {
  "MS-09": { crop: "b2f4", sites: { c3: "brown moon", d3: "brown trap east" }, targets: [{ site: "c3", kind: "lost" }] },
  "MS-16": DIAGRAMS.star,
  "MS-17": DIAGRAMS.moon,
  "MS-20": { crop: "b3f5", sites: { b4: "brown moon", c4: "blue star" }, targets: move("d4"), arrows: [{ from: "b4", to: "d4" }] },
  "MS-26": { crop: "b3f5", sites: { c4: "brown star", d4: "blue moon" }, targets: [{ site: "d4", kind: "capture" }] },
  "MS-33": DIAGRAMS.pit,
  "MS-36": { crop: "b3f5", sites: { d4: "brown trap east" }, targets: [{ site: "c4", kind: "pull", to: "e4" }] },
  "MS-37": DIAGRAMS.trap,
  "MS-41": { crop: "b3f5", sites: { b3: "brown moon", d4: "brown trap east", e4: "blue trap west" }, targets: [{ site: "c4", kind: "lost" }], arrows: [{ from: "c4", to: "d4", kind: "pull" }] },
  "MS-45": { crop: "b3f5", sites: { c4: "brown star", d4: "brown moon" }, targets: [{ site: "d4", kind: "stack" }], arrows: [{ from: "c4", to: "d4" }] },
  "MS-46": DIAGRAMS.stack,
  "MS-50": DIAGRAMS.safe,
  "MS-53": DIAGRAMS.path,
  "MS-54": DIAGRAMS.path,
  "MS-56": DIAGRAMS.deity,
  "MS-73": DIAGRAMS.stone,
});
