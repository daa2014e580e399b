import { MaxRectsPacker, PACKING_LOGIC, Rectangle } from 'maxrects-packer'

/** A part to be cut: sides in mm, and how many. */
export type CutPart = { name: string; width: number; height: number; count: number }

/** A sheet in mm. Parts may be turned by 90° unless the material has a grain. Between two parts goes one cut. */
export type Sheet = { width: number; height: number; kerf: number; mayTurn: boolean }

/** The place of a part, in mm from the top left corner of its sheet or roll. `part`: its index in the list of parts. */
export type Placed = { part: number; x: number; y: number; width: number; height: number; isTurned: boolean }

/**
 * Parts laid on whole sheets. `bound`: the number of sheets by area alone; no layout needs fewer. `oversize`: parts
 * that fit on no sheet; then nothing is laid out.
 */
export type Nesting = { sheets: Placed[][]; width: number; height: number; bound: number; oversize: string[] }

/** True when no layout can need fewer sheets. */
export const isProven = ({ sheets, bound }: Nesting): boolean => sheets.length === bound

type Order = (a: Rectangle, b: Rectangle) => number
const area = ({ width, height }: Rectangle) => width * height
const longSide = ({ width, height }: Rectangle) => Math.max(width, height)
const shortSide = ({ width, height }: Rectangle) => Math.min(width, height)

const orders: readonly Order[] = [
  (a, b) => area(b) - area(a),
  (a, b) => longSide(b) - longSide(a) || shortSide(b) - shortSide(a),
  (a, b) => b.height - a.height || b.width - a.width,
  (a, b) => b.width - a.width || b.height - a.height,
  (a, b) => shortSide(b) - shortSide(a) || longSide(b) - longSide(a),
  (a, b) => b.width + b.height - a.width - a.height,
  () => 0,
]
const logics = [PACKING_LOGIC.MAX_EDGE, PACKING_LOGIC.MAX_AREA]

/** Sizes are counted in hundredths of a millimetre: whole numbers add up exactly. */
const units = 100
const whole = (mm: number) => Math.round(mm * units)

const fits = (part: CutPart, { width, height, mayTurn }: Sheet): boolean =>
  (part.width <= width && part.height <= height) || (mayTurn && part.height <= width && part.width <= height)

/** With more parts than these the search ends as soon as fewer sheets are impossible. */
const fewParts = 60
/** More parts are laid in fewer ways, so that an answer stays quick. */
const manyParts = 200

/**
 * Lays parts on as few sheets as it can find: the best of many sortings and rules. Of as many sheets, the last one is left as
 * empty as can be.
 */
export function nest(parts: readonly CutPart[], sheet: Sheet): Nesting {
  const blank = { sheets: [], width: sheet.width, height: sheet.height, bound: 0, oversize: [] }
  const oversize = parts.filter((part) => part.count > 0 && !fits(part, sheet)).map(({ name }) => name)
  if (oversize.length > 0) return { ...blank, oversize }
  const bound = Math.ceil(totalArea(parts) / (sheet.width * sheet.height) - 1e-9)
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  if (count === 0) return blank
  const ways = waysOf(parts, sheet)
  const tried =
    count <= manyParts ? ways : ways.slice(0, Math.max(4, Math.floor(ways.length * (manyParts / count) ** 2)))
  let best: Placed[][] | null = null
  for (const way of tried) {
    const sheets = pack(parts, sheet, way)
    if (sheets && (best === null || isBetter(sheets, best))) best = sheets
    if (best?.length === bound && count > fewParts) break
  }
  return { ...blank, sheets: best ?? [], bound }
}

/** The order in which ways are tried: the plain ones of all sortings first. */
function waysOf(parts: readonly CutPart[], { mayTurn }: Sheet): Way[] {
  const isOneSize = new Set(parts.map(({ width, height }) => `${width} ${height}`)).size === 1
  const turns = mayTurn ? [false, true] : [false]
  return turns
    .flatMap((turnsSheet) => turns.map((turnsParts) => ({ turnsSheet, turnsParts: mayTurn !== turnsParts })))
    .flatMap((turned) => logics.map((logic) => ({ ...turned, logic })))
    .flatMap((way) => (isOneSize ? orders.slice(0, 1) : orders).map((order) => ({ ...way, order })))
}

const totalArea = (parts: readonly CutPart[]): number =>
  parts.reduce((sum, { width, height, count }) => sum + width * height * count, 0)

/** Fewer sheets; of as many sheets, the layout that leaves more of its last sheet. */
function isBetter(sheets: Placed[][], than: Placed[][]): boolean {
  if (sheets.length !== than.length) return sheets.length < than.length
  return areaOf(sheets.at(-1)) < areaOf(than.at(-1)) - 1e-6
}
const areaOf = (placed: readonly Placed[] = []) => placed.reduce((sum, { width, height }) => sum + width * height, 0)

type Way = { order: Order; logic: PACKING_LOGIC; turnsParts: boolean; turnsSheet: boolean }

/** Null when a part cannot be laid this way: turned sheets take parts that only fit when turned too. */
function pack(parts: readonly CutPart[], sheet: Sheet, way: Way): Placed[][] | null {
  const [width, height] = way.turnsSheet ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
  const packer = new MaxRectsPacker(whole(width), whole(height), whole(sheet.kerf), {
    smart: false,
    pot: false,
    square: false,
    allowRotation: way.turnsParts,
    logic: way.logic,
  })
  const [wide, high] = [whole(width), whole(height)]
  const pieces = parts.flatMap((part, index) => {
    const [w, h] = [whole(part.width), whole(part.height)]
    // The packer never turns a part that is too long, so it is turned here.
    const isTurned = way.turnsParts && (w > wide || h > high)
    return Array.from({ length: part.count }, () => {
      const piece = isTurned ? new Rectangle(h, w) : new Rectangle(w, h)
      piece.data = { index, isTurned }
      return piece
    })
  })
  for (const piece of pieces.sort(way.order)) {
    if (piece.width > wide || piece.height > high) return null
    packer.add(piece)
  }
  return packer.bins.map((bin) =>
    bin.rects.map((rect) => {
      const [x, y, w, h] = [rect.x / units, rect.y / units, rect.width / units, rect.height / units]
      const { index, isTurned }: { index: number; isTurned: boolean } = rect.data
      const at = way.turnsSheet ? { x: y, y: x, width: h, height: w } : { x, y, width: w, height: h }
      return { part: index, ...at, isTurned: (rect.rot !== isTurned) !== way.turnsSheet }
    }),
  )
}
