import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { filesToKeep, type TransferNews, uploadMachine, type UploadInput } from '@/machines/upload/upload.machine'
import { arrows, everyArrow } from './arrows'
import { testEveryTransition, watch } from './transitions'
import { uploadModel } from './upload.model'

const walked = watch(uploadMachine)
const paths = everyArrow(createTestModel(uploadModel))
const reason = 'The resource already exists'
const leftBehind = 'plan.pdf had not arrived yet when you left. Please attach it again.'

/** One comment with one file; each transfer is a wire that the test holds the other end of. */
function openComment() {
  const wires = new Map<string, (news: TransferNews) => void>()
  const open = new Set<string>()
  const said: string[] = []
  let tries = 0
  const begin = (input: UploadInput) => {
    const list = createActor(
      uploadMachine.provide({
        actors: {
          transfer: fromCallback(({ sendBack, input: { path } }) => {
            wires.set(path, sendBack)
            open.add(path)
            return () => void open.delete(path)
          }),
        },
      }),
      { inspect: walked.inspect, input },
    )
    list.on('upload.failed', (failed) => said.push(failed.reason))
    return list.start()
  }
  const tab = { list: begin({ uploaded: [] }) }
  const uploads = () => tab.list.getSnapshot().context.uploads
  const tell = (path: string, news: { type: 'transfer.done' } | { type: 'transfer.failed'; reason: string }) => {
    // A transfer that ended in the page may still report: the machine has to know better.
    tab.list.send({ ...news, path })
  }
  return {
    tab,
    said,
    open,
    uploads,
    attach: () => {
      tries += 1
      const file = new File(['x'], 'plan.pdf')
      tab.list.send({ type: 'files.add', files: [{ id: `f${tries}`, file, path: `try-${tries}` }] })
    },
    progress: (loaded: number) =>
      wires.get(`try-${tries}`)?.({ type: 'transfer.progress', path: `try-${tries}`, loaded }),
    arrive: () => tell(`try-${tries}`, { type: 'transfer.done' }),
    fail: () => tell(`try-${tries}`, { type: 'transfer.failed', reason }),
    old: () => {
      const before = said.length
      const path = uploads()[0]?.status === 'uploading' ? `try-${tries - 1}` : `try-${tries}`
      tell(path, { type: 'transfer.failed', reason })
      tell(path, { type: 'transfer.done' })
      expect(said).toHaveLength(before)
    },
    again: () => {
      const [upload] = uploads()
      if (upload?.status === 'failed' && upload.file) tries += 1
      tab.list.send({ type: 'file.retry', id: upload?.id ?? '', path: `try-${tries}` })
    },
    remove: () => tab.list.send({ type: 'file.remove', id: uploads()[0]?.id ?? '' }),
    reload: () => {
      const { files, missing } = filesToKeep(uploads())
      tab.list.stop()
      tab.list = begin({ uploaded: files, missing })
    },
  }
}

describe('a file is attached as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const page = openComment()
      const shows =
        (status: 'uploading' | 'uploaded' | 'failed' | null, loaded = 0, why: string | null = null) =>
        () => {
          const rows = page.uploads().map((row) => ({ status: row.status, loaded: row.loaded, why: row.reason }))
          expect(rows).toEqual(status === null ? [] : [{ status, loaded, why }])
          if (status === 'uploading') expect([...page.open]).toContain(page.uploads()[0]?.path)
          if (status === null) expect(page.open.size).toBe(0)
        }
      await path.test({
        events: {
          attach: () => page.attach(),
          halfArrives: () => {
            page.progress(7)
            expect(page.uploads()[0]?.loaded).toBe(1)
            page.progress(-1)
            expect(page.uploads()[0]?.loaded).toBe(0)
            page.progress(0.5)
          },
          arrives: () => page.arrive(),
          fails: () => {
            page.fail()
            expect(page.said.at(-1)).toBe(reason)
          },
          oldTransferReports: () => page.old(),
          tryAgain: () => page.again(),
          remove: () => page.remove(),
          clear: () => page.tab.list.send({ type: 'files.clear' }),
          reload: () => page.reload(),
        },
        states: {
          nothing: () => expect(page.uploads()).toEqual([]),
          onItsWay: shows('uploading'),
          halfway: shows('uploading', 0.5),
          failed: () => {
            expect(page.uploads().map((row) => [row.status, row.reason])).toEqual([['failed', reason]])
          },
          onItsWayAgain: shows('uploading'),
          arrived: shows('uploaded', 1),
          leftBehind: shows('failed', 0, leftBehind),
        },
      })
    })
  }

  test('a file that is taken away, or cleared with the others, is stopped', () => {
    for (const end of ['remove', 'clear'] as const) {
      const page = openComment()
      page.attach()
      if (end === 'remove') page.remove()
      else page.tab.list.send({ type: 'files.clear' })
      expect([page.open.size, page.uploads()]).toEqual([0, []])
    }
  })

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(24))
})

testEveryTransition(walked)
