import type { ContactFilter } from './api/contacts.query'

/** What the address of the list says. */
export function readContactsSearch(search: URLSearchParams): ContactFilter {
  const kind = search.get('kind')
  const type = search.get('type')
  return {
    text: search.get('q') ?? '',
    kind: kind === 'Person' || kind === 'Business' ? kind : null,
    typeId: type && /^[0-9a-f-]{36}$/i.test(type) ? type : null,
    onStop: search.get('stop') === 'yes',
    archived: search.get('archived') === 'yes',
  }
}

/** The same address with some of it changed. */
export function withContactsSearch(search: URLSearchParams, change: Partial<ContactFilter>): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
  if (change.text !== undefined) put('q', change.text)
  if (change.kind !== undefined) put('kind', change.kind)
  if (change.typeId !== undefined) put('type', change.typeId)
  if (change.onStop !== undefined) put('stop', change.onStop ? 'yes' : null)
  if (change.archived !== undefined) put('archived', change.archived ? 'yes' : null)
  return next
}
