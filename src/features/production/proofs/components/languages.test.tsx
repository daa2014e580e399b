// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectNoEnglish } from '@/kit/client-page/testing'
import { loadPart, type Part, textsOfPart } from '@/shared/domain/texts/part'
import { pageTexts } from '@/shared/domain/texts/pages/load'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { serve, showTo } from '@/shared/ui/testing'
import { MockupsScreen } from './mockups-screen'

const uuid = '00000000-0000-4000-8000-000000000142'
const parts = [proofsPart as unknown as Part<Catalogue>]
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const comment = (id: string, more: object) => ({
  id,
  author: 'Xann',
  is_client: true,
  body: 'Xbody',
  page: 1,
  x: 0.5,
  y: 0.5,
  is_resolved: false,
  at: '2026-11-20T08:00:00Z',
  ...more,
})
const answerOf = (answer: string) => ({
  answer,
  name: 'Xann',
  words: 'Xwords',
  way: 'link',
  at: '2026-11-20T08:00:00Z',
})
const page = { width: 200, height: 100 }
const version = (number: number, status: string, more: object = {}) => ({
  id: `v${number}`,
  version: number,
  status,
  file_name: 'x.pdf',
  file_hash: 'a'.repeat(64),
  note: null,
  checklist: [
    { key: 'point-1', label: 'Spelling' },
    { key: 'point-2', label: 'Xpoint' },
  ],
  ticked: [],
  made_at: '2026-11-20T08:00:00Z',
  made_by: 'Xnico',
  sent_at: '2026-11-20T09:00:00Z',
  decided_at: null,
  decided_name: null,
  pages: [
    { page: 1, path: `p${number}`, thumb_path: `t${number}`, ...page },
    { page: 2, path: `q${number}`, thumb_path: `u${number}`, ...page },
  ],
  comments: [],
  answers: [],
  ...more,
})
const earlier = version(1, 'superseded', {
  comments: [comment('c1', {}), comment('c2', { x: null, y: null, page: null, is_client: false, is_resolved: true })],
  answers: [answerOf('revision_requested')],
})

describe.each(['de', 'pl'] as const)('the pages of mockups in %s have no English', (language) => {
  async function show(jobs: object[] | null, status = 200) {
    serve(({ path }) => {
      if (path.includes('get_public_mockups'))
        return {
          status,
          body: jobs && {
            public_uuid: uuid,
            number: 'Q-1',
            project_title: 'Xsigns',
            is_open: true,
            company: { name: 'Xcompany' },
            client_language: language,
            language: 'en',
            jobs,
          },
        }
      return path.includes('mockup-files') ? { body: { files: {} } } : { body: null }
    })
    const user = showTo(
      'client',
      <MemoryRouter>
        <MockupsScreen uuid={uuid} />
      </MemoryRouter>,
    )
    await screen.findAllByRole('combobox')
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    return user
  }
  const job = (status: string, versions: object[], id = 'job') => ({
    id,
    job_number: 'J-1',
    title: 'Xfascia',
    status,
    qty: '1',
    unit: 'piece',
    width_mm: null,
    height_mm: null,
    mockup_required: true,
    versions,
  })
  const textsHere = async () => textsOfPart(proofsPart, language, await loadPart(proofsPart, language))

  test('open, with pins, a comparison, each answer and what is missing in it', async () => {
    const user = await show([job('awaiting_approval', [version(2, 'sent'), earlier])])
    const [say, words] = [await textsHere(), await pageTexts(language)]
    await expectNoEnglish(language, parts)
    await user.click(screen.getByRole('button', { name: say('put_pin') }))
    await user.click(screen.getByRole('button', { name: say('send_comment') }))
    expect(screen.getByText(words('enter_name'))).toBeTruthy()
    await expectNoEnglish(language, parts)
    await user.click(screen.getByRole('button', { name: say('compare') }))
    await user.click(await screen.findByRole('menuitem', { name: say('with_version', { version: '1' }) }))
    await user.click(screen.getByRole('radio', { name: say('overlay') }))
    await expectNoEnglish(language, parts)
    for (const button of ['approve', 'ask_changes', 'reject'] as const) {
      await user.click(screen.getByRole('button', { name: say(button) }))
      const sheet = await screen.findByRole('dialog')
      const last = within(sheet).getAllByRole('button').at(-1)
      if (last) await user.click(last)
      expect(within(sheet).getByText(words('enter_name'))).toBeTruthy()
      await expectNoEnglish(language, parts)
      await user.click(within(sheet).getByRole('button', { name: words('close') }))
    }
    await user.click(screen.getByRole('button', { name: new RegExp(`^${say('version', { version: '1' })}`) }))
    await screen.findByText(say('replaced', { version: '1', current: '2' }))
    await expectNoEnglish(language, parts)
  })

  test.each([
    ['approved', [job('in_production', [version(1, 'approved', { answers: [answerOf('approved')] })])]],
    ['rejected', [job('awaiting_approval', [version(1, 'rejected', { answers: [answerOf('rejected')] })])]],
    [
      'to be changed',
      [job('awaiting_approval', [version(1, 'revision_requested', { answers: [answerOf('revision_requested')] })])],
    ],
    ['of a job on hold', [job('on_hold', [version(1, 'sent')])]],
    ['of a cancelled job', [job('cancelled', [version(1, 'sent')])]],
    ['of a delivered job among others', [job('delivered', [version(1, 'sent')]), job('planned', [], 'other')]],
    ['not made yet', [job('planned', [])]],
    ['of no job', []],
  ])('where they are %s', async (_name, jobs) => {
    await show(jobs)
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish(language, parts)
  })

  test('by a link that opens nothing or cannot be read', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    await show(null)
    await expectNoEnglish(language, parts)
    cleanup()
    await show(null, 500)
    await expectNoEnglish(language, parts)
  })
})
