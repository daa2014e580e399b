/** A place on a picture, in its pixels. */
export type Point = { x: number; y: number }

export const markKinds = ['arrow', 'size', 'line', 'text'] as const
export type MarkKind = (typeof markKinds)[number]

/** What is drawn on a photo: an arrow, a dimension between two points, a free line, or words. */
export type Mark = { id: string; kind: MarkKind; colour: string; points: readonly Point[]; words: string }

/** The part of a canvas that marks are drawn with. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fill'
  | 'closePath'
  | 'fillText'
  | 'strokeText'
  | 'measureText'
  | 'fillRect'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>

/** A mark shorter than this part of the picture's width is a slip of the finger. */
const shortest = 0.015

/** False for a mark that is not to be seen: an arrow or dimension without a length, a text without words. */
export function isDrawn({ kind, points, words }: Mark, width: number): boolean {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to) return false
  if (kind === 'text') return words.trim() !== ''
  return (
    Math.hypot(to.x - from.x, to.y - from.y) >= width * shortest || (kind === 'line' && lengthOf(points) > width * 0.03)
  )
}

const lengthOf = (points: readonly Point[]): number =>
  points.reduce((sum, { x, y }, place) => {
    const before = points[place - 1]
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum
  }, 0)

/** The two corners of the head of an arrow that ends at `to`. `size`: its length in pixels. */
export function headOf(from: Point, to: Point, size: number): [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const corner = (turn: number): Point => ({
    x: to.x - size * Math.cos(angle + turn),
    y: to.y - size * Math.sin(angle + turn),
  })
  return [corner(Math.PI / 7), corner(-Math.PI / 7)]
}

/** Draws marks on a picture of this width: as wide and as large in letters on each picture as on a printed page. */
export function drawMarks(pen: Pen, marks: readonly Mark[], width: number): void {
  const line = Math.max(2, width / 240)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const mark of marks) {
    if (!isDrawn(mark, width)) continue
    // A light edge keeps every colour readable on dark and on busy ground.
    for (const [colour, thick] of [
      [edgeOf(mark.colour), line * 2],
      [mark.colour, line],
    ] as const)
      drawLines(pen, mark, { colour, thick, head: line * 6 })
    drawWords(pen, mark, line * 7)
  }
}

const edgeOf = (colour: string): string => (colour === '#ffffff' ? '#101418' : '#ffffff')

type Stroke = { colour: string; thick: number; head: number }

function drawLines(pen: Pen, { kind, points }: Mark, { colour, thick, head }: Stroke): void {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to || kind === 'text') return
  pen.strokeStyle = colour
  pen.fillStyle = colour
  pen.lineWidth = thick
  pen.beginPath()
  for (const [place, { x, y }] of (kind === 'line' ? points : [from, to]).entries())
    if (place === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  pen.stroke()
  if (kind === 'arrow') fillHead(pen, from, to, head)
  if (kind !== 'size') return
  fillHead(pen, from, to, head * 0.7)
  fillHead(pen, to, from, head * 0.7)
  for (const [at, other] of [
    [from, to],
    [to, from],
  ] as const)
    drawTick(pen, at, other, head)
}

function fillHead(pen: Pen, from: Point, to: Point, size: number): void {
  const [one, other] = headOf(from, to, size)
  pen.beginPath()
  pen.moveTo(to.x, to.y)
  pen.lineTo(one.x, one.y)
  pen.lineTo(other.x, other.y)
  pen.closePath()
  pen.fill()
  pen.stroke()
}

/** The short line across the end of a dimension. */
function drawTick(pen: Pen, at: Point, other: Point, size: number): void {
  const angle = Math.atan2(other.y - at.y, other.x - at.x) + Math.PI / 2
  const [x, y] = [(size / 2) * Math.cos(angle), (size / 2) * Math.sin(angle)]
  pen.beginPath()
  pen.moveTo(at.x - x, at.y - y)
  pen.lineTo(at.x + x, at.y + y)
  pen.stroke()
}

/** Where the words of a mark stand: in the middle of a dimension, at the point of a text. */
export function placeOfWords({ kind, points }: Mark): Point | null {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to || kind === 'arrow' || kind === 'line') return null
  return kind === 'text' ? from : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
}

function drawWords(pen: Pen, mark: Mark, size: number): void {
  const place = placeOfWords(mark)
  const words = mark.words.trim()
  if (place === null || words === '') return
  pen.font = `600 ${Math.round(size)}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const wide = pen.measureText(words).width + size * 0.8
  pen.fillStyle = edgeOf(mark.colour)
  pen.fillRect(place.x - wide / 2, place.y - size * 0.75, wide, size * 1.5)
  pen.fillStyle = mark.colour
  pen.fillText(words, place.x, place.y + size * 0.04)
}

/** `shop front.png` with its marks is `shop front marked.jpg`; marked again it keeps that name. */
export const markedName = (name: string): string =>
  `${name.replace(/\.[^./\\]+$/, '').replace(/ marked$/, '') || 'photo'} marked.jpg`
