// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Attachment } from './attachment'
import { fakeBackend, show } from '../testing'

const room = 20_000
const file = (name: string) => `task-comments/1700000000000-${name}`
/** Links as storage makes them, each one new. */
function makeLinks(): string[] {
  const made: string[] = []
  fakeBackend()
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    made.push(`${new URL(input).pathname} for ${JSON.parse(String(init.body)).expiresIn} s`)
    return Response.json({ signedURL: `/object/sign/${made.length}` })
  })
  return made
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test(
  'spec 2 §5, §7: images, videos and recordings are shown in the page by links of 3600 s, other files are downloaded',
  async () => {
    const made = makeLinks()
    show(
      ['drawing.svg', 'drone.webm', 'call.opus', 'prices.xlsx'].map((name) => (
        <Attachment key={name} stored={file(name)} />
      )),
    )
    expect(await screen.findByRole('button', { name: 'Show drawing.svg' })).toBeTruthy()
    await waitFor(() => expect(document.querySelector('video')?.getAttribute('aria-label')).toBe('drone.webm'))
    await waitFor(() => expect(document.querySelector('audio')?.getAttribute('aria-label')).toBe('call.opus'))
    expect(screen.getByRole('button', { name: 'Download prices.xlsx' })).toBeTruthy()
    expect(made.toSorted()).toEqual(
      ['call.opus', 'drawing.svg', 'drone.webm'].map(
        (name) => `/storage/v1/object/sign/task-images/${file(name)} for 3600 s`,
      ),
    )
  },
  room,
)

test(
  'spec 2 §8: a link that ended while its file stood open is made again; a file that no link opens is offered for download',
  async () => {
    const made = makeLinks()
    show(<Attachment stored={file('drone.mp4')} />)
    const video = await waitFor(() => {
      const shown = document.querySelector('video')
      if (!shown) throw new Error('not yet')
      return shown
    })
    vi.setSystemTime(Date.now() + 3_700_000)
    fireEvent.error(video)
    await waitFor(() => expect(video.src).toMatch(/\/object\/sign\/2$/))
    fireEvent.error(video)
    expect(await screen.findByRole('button', { name: 'Download drone.mp4' })).toBeTruthy()
    expect([document.querySelector('video'), made.length]).toEqual([null, 2])
  },
  room,
)

test(
  'a browser without a PDF viewer says so, and the file can be downloaded',
  async () => {
    makeLinks()
    vi.stubGlobal('navigator', { ...navigator, pdfViewerEnabled: false })
    const user = show(<Attachment stored={file('plan-of-the-shop-front.pdf')} />)
    await user.click(screen.getByRole('button', { name: 'Show plan-of-the-shop-front.pdf' }))
    expect(await screen.findByText(/shows no PDFs inside a page/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download plan-of-the-shop-front.pdf' }).textContent).toBe(
      'plan-of-…ont.pdf',
    )
  },
  room,
)
