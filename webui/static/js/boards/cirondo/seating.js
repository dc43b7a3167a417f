// Where the spaces of Cirondo's board are, for somebody who sits on one side.
//
// The rings get narrower towards the void at the same rate as their spaces, so that every space has
// the same shape and both families of arcs are spirals that keep their angle.

export const RADIUS = 500;
export const EDGE = 34;
export const SHRINK = 0.868;
export const LETTERS = "ABCDEFGH";
const LAPS = 2 * Math.PI;

export const radius = (ring) => RADIUS * SHRINK ** ring;
export const middle = (ring) => RADIUS * SHRINK ** (ring + 0.5);
export const place = (site) => [LETTERS.indexOf(site[0]), Number(site.slice(1)) - 1];
export const name = (ring, sector, sectors) => LETTERS[ring] + (((sector % sectors) + sectors) % sectors + 1);

/** Where spaces are for somebody who sits on one side: the own home is below. */
export class Seating {
  constructor(facts, seatView) {
    this.rings = facts.rings;
    this.sectors = facts.sectors;
    this.homes = facts.homes;
    this.view = facts.homes[seatView] ? seatView : facts.seats[0];
    const [start, count] = facts.homes[this.view];
    this.turn = Math.PI - ((start + count / 2) / this.sectors) * LAPS;
  }

  /** The angle of a place between sectors, clockwise from above. */
  angle(sector) {
    return (sector / this.sectors) * LAPS + this.turn;
  }

  polar(r, sector) {
    const angle = this.angle(sector);
    return [r * Math.sin(angle), -r * Math.cos(angle)];
  }

  spot(site) {
    const [ring, sector] = place(site);
    if (!(ring >= 0 && sector >= 0 && sector < this.sectors)) return null;
    const [x, y] = this.polar(middle(ring), sector + 0.5);
    return [x, y, (Math.min((radius(ring) - radius(ring + 1)) * 1.12, middle(ring) * LAPS / this.sectors)) / 104];
  }

  /** The outline of a part of a ring. */
  sector(ring, from, to, outer = radius(ring), inner = radius(ring + 1)) {
    const [a, b, c, d] = [this.polar(outer, from), this.polar(outer, to), this.polar(inner, to), this.polar(inner, from)].map((at) => at.map((one) => one.toFixed(1)).join(" "));
    const large = (to - from) * 2 > this.sectors ? 1 : 0;
    return `M${a}A${outer} ${outer} 0 ${large} 1 ${b}L${c}A${inner} ${inner} 0 ${large} 0 ${d}Z`;
  }

  /** The space at a place on the board; null for the void and what is outside. */
  siteAt([x, y]) {
    const r = Math.hypot(x, y);
    const ring = Math.floor(Math.log(r / RADIUS) / Math.log(SHRINK));
    if (!(ring >= 0 && ring < this.rings)) return null;
    const sector = ((Math.atan2(x, -y) - this.turn) / LAPS) * this.sectors;
    return name(ring, Math.floor(sector), this.sectors);
  }
}
