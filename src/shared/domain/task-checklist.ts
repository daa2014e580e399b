/** One line of the checklist inside a description. `key` tells lines apart even when their ids are the same. */
export type ChecklistItem = { key: string; id: string; text: string; completed: boolean }

type Block = { start: number; end: number; inside: string; insideStart: number }

const opening = /<ul\b[^>]*\sdata-list\s*=\s*(["']?)todo\1(?=[\s>])[^>]*>/i
const line = /<li\b([^>]*)>([\s\S]*?)<\/li\s*>/gi
const flag = /(\sdata-list\s*=\s*)(["']?)(checked|unchecked)\2(?=[\s/]|$)/i
const idAttribute = /\sdata-id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/**
 * A description without its checklist, and the checklist (spec 2 §3). A block that nobody closed is no checklist: it
 * stays in the text, so that nothing behind it is lost.
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

/** The same description with one line ticked or not; null when that line is gone. All else stays as it was written. */
export function tickItem(description: string, key: string, completed: boolean): string | null {
  const block = findBlock(description)
  const found = block && linesOf(block).find((candidate) => candidate.key === key)
  if (!block || !found) return null
  const word = completed ? 'checked' : 'unchecked'
  const attributes = flag.test(found.attributes)
    ? found.attributes.replace(flag, (_, name: string) => `${name}"${word}"`)
    : ` data-list="${word}"${found.attributes}`
  const start = block.insideStart + found.at + '<li'.length
  return description.slice(0, start) + attributes + description.slice(start + found.attributes.length)
}

/** A checklist as it stands at the end of a description; nothing when it has no lines. */
export const writeChecklist = (items: readonly { id: string; text: string; completed: boolean }[]): string =>
  items.length === 0
    ? ''
    : `<ul class="todo-list" data-list="todo">${items
        .map(
          ({ id, text, completed }) =>
            `<li data-list="${completed ? 'checked' : 'unchecked'}" data-id="${escaped(id)}">${escaped(text)}</li>`,
        )
        .join('')}</ul>`

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
    return { key: count === 1 ? id : `${id}#${count}`, id, attributes, html, at: found.index }
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .trim()

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
