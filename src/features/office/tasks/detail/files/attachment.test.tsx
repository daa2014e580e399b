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
        <Attachment key={name} stored={file(name)} names={{}} />
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
    show(<Attachment stored={file('drone.mp4')} names={{}} />)
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
    const user = show(<Attachment stored={file('plan-of-the-shop-front.pdf')} names={{}} />)
    await user.click(screen.getByRole('button', { name: 'Show plan-of-the-shop-front.pdf' }))
    expect(await screen.findByText(/shows no PDFs inside a page/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download plan-of-the-shop-front.pdf' }).textContent).toBe(
      'plan-of-…ont.pdf',
    )
  },
  room,
)

test(
  'a file is shown and saved under the name that it had on its device; a name that hides its ending is laid open',
  async () => {
    const made: string[] = []
    fakeBackend()
    vi.stubGlobal('fetch', async () => Response.json({ signedURL: '/object/sign/1?token=t' }))
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      made.push(new URL(this.href).searchParams.get('download') ?? '')
    })
    const stored = file('Preise-Zebbug.xlsx')
    const user = show(
      <>
        <Attachment stored={stored} names={{ [stored]: 'Preise für Żebbuġ (neu).xlsx' }} />
        <Attachment stored={file('gpj.docx')} names={{ [file('gpj.docx')]: 'photo\u202egpj.docx' }} />
      </>,
    )
    expect(screen.getByRole('button', { name: 'Download photogpj.docx' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Download Preise für Żebbuġ (neu).xlsx' }))
    await waitFor(() => expect(made).toEqual(['Preise für Żebbuġ (neu).xlsx']))
    clicked.mockRestore()
  },
  room,
)
