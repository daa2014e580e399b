import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { filesToKeep, type TransferNews, uploadMachine } from './upload.machine'

function start(uploaded: { path: string; name: string }[] = [], missing: string[] = []) {
  const running = new Map<string, (news: TransferNews) => void>()
  const stopped: string[] = []
  const list = createActor(
    uploadMachine.provide({
      actors: {
        transfer: fromCallback(({ sendBack, input }) => {
          running.set(input.path, sendBack)
          return () => {
            running.delete(input.path)
            stopped.push(input.path)
          }
        }),
      },
    }),
    { input: { uploaded, missing } },
  ).start()
  const add = (...names: string[]) =>
    list.send({
      type: 'files.add',
      files: names.map((name) => ({ id: name, file: new File(['x'], name), path: `at/${name}` })),
    })
  const tell = (news: TransferNews) => running.get(news.path)?.(news)
  const rows = () =>
    list.getSnapshot().context.uploads.map(({ name, status, loaded, reason }) => ({ name, status, loaded, reason }))
  return { list, add, tell, rows, running, stopped }
}

test('spec 2 §5: every chosen file is on its way at once and tells how far it is', () => {
  const { add, tell, rows } = start()
  add('a.png', 'b.pdf')
  tell({ type: 'transfer.progress', path: 'at/b.pdf', loaded: 0.4 })
  tell({ type: 'transfer.done', path: 'at/a.png' })
  expect(rows()).toEqual([
    { name: 'a.png', status: 'uploaded', loaded: 1, reason: null },
    { name: 'b.pdf', status: 'uploading', loaded: 0.4, reason: null },
  ])
})

test('a cancelled file stops and is gone', () => {
  const { list, add, rows, stopped } = start()
  add('a.png', 'b.pdf')
  list.send({ type: 'file.remove', id: 'a.png' })
  expect([rows().map(({ name }) => name), stopped]).toEqual([['b.pdf'], ['at/a.png']])
})

test('a failed file says why and is tried again under a new path', () => {
  const { list, add, tell, rows, running } = start()
  add('a.png')
  tell({ type: 'transfer.failed', path: 'at/a.png', reason: 'The resource already exists' })
  expect(rows()).toEqual([{ name: 'a.png', status: 'failed', loaded: 0, reason: 'The resource already exists' }])
  list.send({ type: 'file.retry', id: 'a.png', path: 'at/again' })
  expect(running.has('at/again')).toBe(true)
  tell({ type: 'transfer.done', path: 'at/a.png' })
  expect(rows()[0]?.status).toBe('uploading')
  tell({ type: 'transfer.done', path: 'at/again' })
  expect(rows()[0]?.status).toBe('uploaded')
})

test('a file that is on its way is not started a second time', () => {
  const { list, add, running } = start()
  add('a.png')
  list.send({ type: 'file.retry', id: 'a.png', path: 'at/again' })
  expect([...running.keys()]).toEqual(['at/a.png'])
})

test('a file that had not arrived before a reload says so, and gives way to one of its name', () => {
  const { list, add, rows } = start([], ['a.png', 'b.pdf'])
  const reason = 'b.pdf had not arrived yet when you left. Please attach it again.'
  expect(filesToKeep(list.getSnapshot().context.uploads)).toEqual({ files: [], missing: ['a.png', 'b.pdf'] })
  list.send({ type: 'file.retry', id: 'missing-0', path: 'at/again' })
  add('a.png', 'c.png')
  expect(rows()).toEqual([
    { name: 'b.pdf', status: 'failed', loaded: 0, reason },
    { name: 'a.png', status: 'uploading', loaded: 0, reason: null },
    { name: 'c.png', status: 'uploading', loaded: 0, reason: null },
  ])
})

test('files that had arrived before a reload are there, and clearing stops the rest', () => {
  const { list, add, rows, stopped } = start([{ path: 'at/old.pdf', name: 'old.pdf' }])
  expect(rows()).toEqual([{ name: 'old.pdf', status: 'uploaded', loaded: 1, reason: null }])
  add('a.png')
  list.send({ type: 'files.clear' })
  expect([rows(), stopped]).toEqual([[], ['at/a.png']])
})
