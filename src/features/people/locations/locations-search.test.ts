import { expect, test } from 'vitest'
import { readPanel, withPanel } from './locations-search'

const id = '20000000-0000-4000-a000-000000000001'
const from = (address: string) => new URLSearchParams(address)

test('one location, its form and a new one each have an address; the filter stays for the way back', () => {
  const list = from('q=bakery')
  for (const panel of [
    { kind: 'list' },
    { kind: 'card', id },
    { kind: 'edit', id },
    { kind: 'add', client: id, at: { lat: 35.9, lng: 14.5 }, label: 'Kiosk' },
    { kind: 'add', client: null, at: null, label: '' },
  ] as const)
    expect([readPanel(withPanel(list, panel)), withPanel(list, panel).get('q')]).toEqual([panel, 'bakery'])
  expect(withPanel(withPanel(list, { kind: 'edit', id }), { kind: 'list' }).toString()).toBe('q=bakery')
})

test('a point that cannot be is none', () => {
  for (const at of ['91,14', '35.9', '35.9,14.5,1', 'x,y', ','])
    expect(readPanel(from(`add=yes&at=${at}`))).toEqual({ kind: 'add', client: null, at: null, label: '' })
})
