import { escapeHtml } from '../text/escape-html'

/** One line of the checklist inside a description. `key` tells lines apart even when their ids are the same. */
export type ChecklistItem = { key: string; id: string; text: string; completed: boolean }

type Block = { start: number; end: number; inside: string; insideStart: number }

const opening = /<ul\b[^>]*\sdata-list\s*=\s*(["']?)todo\1(?=[\s>])[^>]*>/i
const line = /<li\b([^>]*)>([\s\S]*?)<\/li\s*>/gi
const flag = /(\sdata-list\s*=\s*)(["']?)(checked|unchecked)\2(?=[\s/]|$)/i
const idAttribute = /\sdata-id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/**
 * Splits a description into its text and its checklist (spec 2 §3). An unclosed list block stays in the text, so that the text
 * behind it is not lost.
 */
export function readChecklist(description: string): { text: string; items: ChecklistItem[] } {
  const block = findBlock(description)
  if (!block) return { text: description, items: [] }
  const items = linesOf(block).map(({ key, id, attributes, html }) => ({
    key,
    id,
    text: plainText(html),
    completed: flag.exec(attributes)?.[3]?.toLowerCase() === 'checked',
  }))
  return { text: description.slice(0, block.start) + description.slice(block.end), items }
}

/** The description with one line ticked or unticked; null when that line is gone. The rest stays unchanged. */
export function tickItem(description: string, key: string, completed: boolean): string | null {
  const found = findLine(description, key)
  if (!found) return null
  const word = completed ? 'checked' : 'unchecked'
  const attributes = flag.test(found.attributes)
    ? found.attributes.replace(flag, (_, name: string) => `${name}"${word}"`)
    : ` data-list="${word}"${found.attributes}`
  const start = found.start + '<li'.length
  return description.slice(0, start) + attributes + description.slice(start + found.attributes.length)
}

/** A change of a checklist. `from` and `text` hold the line as the person saw it. */
export type ChecklistChange =
  | { kind: 'tick'; key: string; completed: boolean }
  | { kind: 'add'; id: string; text: string }
  | { kind: 'rename'; key: string; from: string; text: string }
  | { kind: 'remove'; key: string; text: string }

/**
 * The description after a change of its checklist; null when another person changed that line so that the change is
 * impossible. A change that is already made changes nothing; new words for a removed line become a new line.
 */
export function changeChecklist(description: string, change: ChecklistChange): string | null {
  if (change.kind === 'tick') return tickItem(description, change.key, change.completed)
  if (change.kind === 'add') return addLine(description, change.id, change.text)
  const found = findLine(description, change.key)
  const says = found && plainText(found.html)
  if (change.kind === 'remove') {
    if (!found) return description
    return says === change.text ? splice(description, found, '') : null
  }
  if (!found) return addLine(description, change.key, change.text)
  if (says === change.text) return description
  return says === change.from ? splice(description, found, lineOf(found.attributes, change.text)) : null
}

/** The same checklist under another text. */
export function replaceText(description: string, text: string): string {
  const block = findBlock(description)
  return block ? text + description.slice(block.start, block.end) : text
}

/** A checklist as markup for the end of a description; empty without lines. */
export const writeChecklist = (items: readonly { id: string; text: string; completed: boolean }[]): string =>
  items.length === 0
    ? ''
    : `<ul class="todo-list" data-list="todo">${items
        .map(({ id, text, completed }) => lineOf(attributesOf(id, completed), text))
        .join('')}</ul>`

const attributesOf = (id: string, completed: boolean): string =>
  ` data-list="${completed ? 'checked' : 'unchecked'}" data-id="${escapeHtml(id)}"`

const lineOf = (attributes: string, text: string): string => `<li${attributes}>${escapeHtml(text)}</li>`

function addLine(description: string, id: string, text: string): string {
  const block = findBlock(description)
  if (!block) return description + writeChecklist([{ id, text, completed: false }])
  if (linesOf(block).some((known) => known.id === id)) return description
  const end = block.insideStart + block.inside.length
  return description.slice(0, end) + lineOf(attributesOf(id, false), text) + description.slice(end)
}

/** Without its last line a checklist is nothing. */
function splice(description: string, { start, end }: { start: number; end: number }, replacement: string): string {
  const next = description.slice(0, start) + replacement + description.slice(end)
  const block = findBlock(next)
  return block && linesOf(block).length === 0 ? next.slice(0, block.start) + next.slice(block.end) : next
}

function findLine(description: string, key: string) {
  const block = findBlock(description)
  const found = block && linesOf(block).find((candidate) => candidate.key === key)
  if (!block || !found) return null
  const start = block.insideStart + found.at
  return { attributes: found.attributes, html: found.html, start, end: start + found.length }
}

function findBlock(description: string): Block | null {
  const found = opening.exec(description)
  if (!found) return null
  const insideStart = found.index + found[0].length
  const closing = /<\/ul\s*>/i.exec(description.slice(insideStart))
  if (!closing) return null
  const inside = description.slice(insideStart, insideStart + closing.index)
  return { start: found.index, end: insideStart + closing.index + closing[0].length, inside, insideStart }
}

function linesOf({ inside }: Block) {
  const seen = new Map<string, number>()
  return [...inside.matchAll(line)].map((found) => {
    const [, attributes = '', html = ''] = found
    const [, double, single, bare] = idAttribute.exec(attributes) ?? []
    const id = plainText(double ?? single ?? bare ?? '')
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return { key: count === 1 ? id : `${id}#${count}`, id, attributes, html, at: found.index, length: found[0].length }
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .trim()
