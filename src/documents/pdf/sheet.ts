// @ts-types="@types/pdfkit"
import PDFDocument from 'pdfkit'
import { escapedXml } from '../electronic/xml.ts'
import { printable } from './characters.ts'
import { wrapped } from './wrap.ts'

export type PageSize = 'A4' | 'LETTER'
export type Fonts = { regular: Uint8Array; semibold: Uint8Array }
export type Weight = keyof Fonts
/** `figures`: digits of one width, for columns of numbers. Sizes in points. */
export type Style = { size: number; weight?: Weight; colour?: string; figures?: boolean }
export type Struct = ReturnType<PDFKit.PDFDocument['struct']>

export const ink = '#16181d'
export const grey = '#5a606b'
export const hairline = '#d5d8dd'

const margins = { left: 45.35, right: 45.35, top: 48, bottom: 56 }
const lead = 1.4

/** The library writes this text into XML without escaping it: as a text it is escaped, as a value it is not. */
const inXml = (text: string): string => Object.assign(Object(text), { toString: () => escapedXml(text) })

/**
 * A page with its cursor and logical tree, on which all parts of a paper are drawn. Units are points, y grows
 * downwards.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  /** The tree that screen readers follow. */
  readonly root: Struct
  readonly left = margins.left
  readonly right: number
  y = margins.top
  readonly #widths = new Map<string, Map<string, number>>()
  readonly #bottom: number

  constructor(
    fonts: Fonts,
    info: { title: string; author: string; subject: string; at: Date; size: PageSize; language?: string },
  ) {
    this.doc = new PDFDocument({
      // No standard font: those come as files, which a browser does not have.
      font: '',
      size: info.size,
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: info.language ?? 'en',
      displayTitle: true,
      bufferPages: true,
      info: {
        Title: inXml(info.title),
        Author: inXml(info.author),
        Subject: inXml(info.subject),
        Creator: 'Signwright',
        CreationDate: info.at,
      },
    })
    this.doc.registerFont('regular', fonts.regular).registerFont('semibold', fonts.semibold)
    this.right = this.doc.page.width - margins.right
    this.#bottom = this.doc.page.height - margins.bottom
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  get width(): number {
    return this.right - this.left
  }

  /** The height left below the cursor. */
  get room(): number {
    return this.#bottom - this.y
  }

  /** The usable height of an empty page. */
  get pageRoom(): number {
    return this.#bottom - margins.top
  }

  nextPage(): void {
    this.doc.addPage()
    this.y = margins.top
  }

  /** Begins a new page where less than that is left. */
  need(height: number): void {
    if (this.room < height) this.nextPage()
  }

  /** The width of a text of letters that the fonts have. */
  widthOf(text: string, style: Style): number {
    const key = `${style.weight ?? 'regular'} ${style.size} ${style.figures === true}`
    const known = this.#widths.get(key) ?? new Map<string, number>()
    this.#widths.set(key, known)
    let width = known.get(text)
    if (width === undefined) {
      width = this.#set(style).widthOfString(text, featuresOf(style))
      known.set(text, width)
    }
    return width
  }

  /** Lines of at most that width, with the letters that the fonts have. */
  wrap(text: string, width: number, style: Style): string[] {
    return wrapped(printable(text), width, (piece) => this.widthOf(piece, style))
  }

  lineHeight = ({ size }: Style): number => size * lead

  /** Draws one line whose top is at `y`. It must be inside a structure element or an artifact. */
  draw(text: string, x: number, y: number, style: Style): void {
    if (text !== '') this.#set(style).text(text, x, y, { lineBreak: false, ...featuresOf(style) })
  }

  /** Draws one line that ends at `right`. */
  drawEnd(text: string, right: number, y: number, style: Style): void {
    this.draw(text, right - this.widthOf(text, style), y, style)
  }

  /** Marks the drawing as decoration for screen readers: lines, bars, page numbers. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  rule(y: number, colour: string = hairline, from = this.left, to = this.right): void {
    this.artifact(() => this.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(colour).stroke())
  }

  /** Adds a tagged element below `parent`; its drawing is read out there. */
  tag(parent: Struct, type: string, draw: () => void, options: Record<string, string> = {}): void {
    parent.add(this.doc.struct(type, options, draw))
  }

  group(parent: Struct, type: string): Struct {
    const group = this.doc.struct(type)
    parent.add(group)
    return group
  }

  /** A paragraph at the cursor, over pages if need be. */
  paragraph(text: string, style: Style, { width = this.width, type = 'P' } = {}): void {
    const height = this.lineHeight(style)
    const paragraph = this.group(this.root, type)
    for (const line of this.wrap(text, width, style)) {
      this.need(height)
      paragraph.add(() => this.draw(line, this.left, this.y, style))
      this.y += height
    }
    paragraph.end()
  }

  /** Draws on every page, once all are there. */
  onEveryPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.doc.bufferedPageRange()
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index)
      this.artifact(() => draw(index + 1, count), 'Pagination')
    }
  }

  #set({ size, weight = 'regular', colour = ink }: Style): PDFKit.PDFDocument {
    return this.doc.font(weight).fontSize(size).fillColor(colour)
  }
}

const featuresOf = (style: Style): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  style.figures ? { features: ['tnum'] } : {}
