// Arrow keys on places that lie in no rows.

/** The step to the nearest cell in the direction of a key; `places` maps sites to [x, y]. */
export function nearestStep(places) {
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  return (site, key) => {
    const from = places.get(site);
    if (!from || !ways[key]) return null;
    const [right, down] = ways[key];
    let best = null;
    let least = Infinity;
    for (const [other, [x, y]] of places) {
      const [dx, dy] = [x - from[0], y - from[1]];
      const along = dx * right + dy * down;
      const off = Math.abs(dx * down) + Math.abs(dy * right);
      if (other === site || along < 1 || off > along * 2) continue;
      if (along + off * 2 < least) [best, least] = [other, along + off * 2];
    }
    return best;
  };
}
