// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { ReviewPage } from '@/features/site/pages/components/review-page'
import { expectNoEnglish } from '@/kit/client-page/testing'
import { refusalsReady } from '@/shared/db/fetch/before-refusals'
import { formsPart } from '@/shared/domain/texts/forms/part'
import type { Part } from '@/shared/domain/texts/part'
import { reviewPart } from '@/shared/domain/texts/review/part'
import { sitePart } from '@/shared/domain/texts/site/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { serve, showTo } from '@/shared/ui/testing'
import { FrameWords } from './frame-words'
import { Footer } from '../footer'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

const parts = [formsPart, reviewPart, sitePart] as unknown as Part<Catalogue>[]

function open({ browser, company, refusal }: { browser: string[]; company?: string; refusal?: string }) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  serve(({ path }) =>
    path.endsWith('/rpc/get_company')
      ? { body: [{ name: 'Bright', language: company }] }
      : path.endsWith('/rpc/leave_review')
        ? { status: 429, body: { code: 'PT429', message: refusal ?? '' } }
        : { body: [] },
  )
  return showTo(
    'client',
    <MemoryRouter>
      <FrameWords>
        <ReviewPage />
        <Footer />
      </FrameWords>
    </MemoryRouter>,
  )
}

test('a page of the site is in the language of the browser, and in another one as soon as it is chosen', async () => {
  const user = open({ browser: ['de-AT'], company: 'fr' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Wie waren wir?' })).toBeTruthy()
  await waitFor(() => expectNoEnglish('de', parts))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sprache' }), 'pl')
  expect(await screen.findByRole('heading', { level: 1, name: 'Jak nam poszło?' })).toBeTruthy()
  await waitFor(() => expectNoEnglish('pl', parts))
  cleanup()
  open({ browser: ['de-AT'] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Jak nam poszło?' })).toBeTruthy()
})

test('a browser whose language nobody translated gets that of the company', async () => {
  open({ browser: ['sv-SE'], company: 'fr' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Comment avons-nous travaillé ?' })).toBeTruthy()
})

test('a visitor reads in their language why something was refused', async () => {
  const user = open({
    browser: ['de'],
    refusal: 'There were too many requests from your network. Please try again later, or call us.',
  })
  await user.type(await screen.findByRole('textbox', { name: 'Ihre Bewertung' }), 'Gut')
  await user.type(screen.getByRole('textbox', { name: 'Ihr Name' }), 'Anna')
  await user.click(screen.getByRole('radio', { name: /4 von 5/ }))
  await user.click(screen.getByRole('button', { name: 'Bewertung senden' }))
  // The real connection waits for it before a refusal reaches the screen.
  await act(() => refusalsReady())
  expect(await screen.findByText(/zu viele Anfragen/)).toBeTruthy()
  await expectNoEnglish('de', parts)
})
