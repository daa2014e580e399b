// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import type { Block } from '@/shared/domain/web/site-blocks'
import { serve, showTo } from '@/shared/ui/testing'
import type { Signal } from '@/streams/realtime/channels'
import { SiteEditorScreen } from './site-editor-screen'

const signals = new Subject<Signal>()
vi.mock('@/streams/realtime/live-channels', () => ({ channel: () => signals }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const draft: Block[] = [
  { id: 'a', kind: 'opening', title: 'Signs' },
  { id: 'b', kind: 'text', title: 'About' },
]
const facts = { photos: [], services: [], posts: [], reviews: [], rating: { count: 0, average: null }, hours: [] }

/** A server with one page, which others may change: `row` is what is stored. */
function open(row = { id: 'home', row_version: 3, draft }) {
  const server = { row }
  const calls = serve(({ method, path, body }) => {
    if (path.includes('/rpc/site_draft')) return { body: { blocks: server.row.draft, ...facts } }
    if (!path.includes('/site_pages')) return { body: [] }
    if (method !== 'PATCH') return { body: path.includes('select=id,row_version,draft') ? server.row : [server.row] }
    if (!path.includes(`row_version=eq.${server.row.row_version}`)) return { body: [] }
    server.row = { ...server.row, ...Object(body), row_version: server.row.row_version + 1 }
    return { body: [{ id: 'home' }] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/site']}>
      <SiteEditorScreen />
    </MemoryRouter>,
  )
  const write = (words: string) => {
    const field = screen.getByRole('textbox', { name: 'The first words of your site' })
    field.textContent = words
    fireEvent.input(field)
  }
  return { server, user, write, calls }
}
const titles = (blocks: readonly Block[]) => blocks.map((block) => ('title' in block ? block.title : ''))

test('what is written saves itself; a block moves by the keyboard, and what is removed comes back', async () => {
  const { server, user, write } = open()
  await screen.findByText('Draft saved')
  write('Letters')
  await waitFor(() => expect(titles(server.row.draft)).toEqual(['Letters', 'About']), { timeout: 3_000 })
  fireEvent.keyDown(screen.getByRole('group', { name: 'Opening, 1 of 2' }), { key: 'ArrowDown', altKey: true })
  await user.click(screen.getByRole('button', { name: 'Remove: Text' }))
  expect(screen.queryByRole('group', { name: /^Text/ })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] ?? document.body)
  await waitFor(() => expect(titles(server.row.draft)).toEqual(['About', 'Letters']), { timeout: 3_000 })
})

test('a draft that somebody else changed meanwhile is not overwritten before the person chose', async () => {
  const { server, user, write } = open()
  await screen.findByText('Draft saved')
  server.row = { ...server.row, row_version: 4, draft: [{ id: 'a', kind: 'opening', title: 'Theirs' }] }
  write('Mine')
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }, { timeout: 3_000 }))
  await waitFor(() => expect(titles(server.row.draft)).toEqual(['Mine', 'About']))
  expect(server.row.row_version).toBe(5)
})

test('the versions are read again when one of them changed, and not at each save of the draft', async () => {
  const { calls } = open()
  await screen.findByText('Draft saved')
  const reads = (part: string) => calls.filter(({ path, method }) => path.includes(part) && method !== 'PATCH').length
  const counts = () => ({ row: reads('/site_pages'), facts: reads('/site_draft'), versions: reads('/site_versions') })
  const tell = (table: string) =>
    act(async () => signals.next({ kind: 'message', event: 'changed', payload: { table, op: 'UPDATE', id: null } }))
  await waitFor(() => expect(counts()).toEqual({ row: 1, facts: 1, versions: 1 }))
  await tell('site_pages')
  await waitFor(() => expect(counts()).toEqual({ row: 2, facts: 2, versions: 1 }))
  await tell('site_versions')
  await waitFor(() => expect(counts()).toEqual({ row: 3, facts: 3, versions: 2 }))
})
