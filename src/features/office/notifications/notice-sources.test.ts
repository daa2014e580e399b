import { describe, expect, test } from 'vitest'
import { notificationSources } from '@/shared/domain/records/notification'
import { noticeSources } from './notice-sources'

const common = { id: 'one', is_read: false, created_at: '2026-11-20T08:00:00+00:00' }
const told = (source: keyof typeof noticeSources, row: object) => {
  const { title, message, target } = noticeSources[source].toNotice({ ...common, ...row })
  return [title, message, target]
}

test('every source reads the three columns of every notice and its own', () =>
  expect(Object.fromEntries(notificationSources.map((source) => [source, noticeSources[source].columns]))).toEqual({
    task_reply_notifications: 'id, is_read, created_at, task_id, task_title, message, comment:task_comments(content)',
    mockup_notifications:
      'id, is_read, created_at, action_type, action_by, file_name, message, public_uuid, comment_id',
    delivery_notifications: 'id, is_read, created_at, delivery_id, project_title, message',
    partial_delivery_notifications: 'id, is_read, created_at, partial_delivery_id, project_title, message',
    notifications: 'id, is_read, created_at, title, message, metadata, quotation_id, data',
  }))

test('a row is a notice of its source, as it was written', () => {
  const row = { ...common, is_read: true, delivery_id: 'd', project_title: 'Van', message: 'On its way' }
  expect(noticeSources.delivery_notifications.toNotice(row)).toEqual({
    source: 'delivery_notifications',
    id: 'one',
    isRead: true,
    createdAt: '2026-11-20T08:00:00+00:00',
    title: 'Van',
    message: 'On its way',
    target: { kind: 'delivery', id: 'd' },
  })
})

describe('in the words of the panel', () => {
  test('a reply is told by its task', () =>
    expect(told('task_reply_notifications', { task_id: 't', task_title: 'Shop front', message: 'Mark: done' })).toEqual(
      ['Shop front', 'Mark: done', { kind: 'task', id: 't' }],
    ))

  test('a reply shows the first words of its comment', () => {
    const row = { ...common, task_id: 't', task_title: 'Shop front', message: 'Mark replied' }
    const words = (content: string) =>
      noticeSources.task_reply_notifications.toNotice({ ...row, comment: { content } }).words
    expect(words('<p>Chip is on <b>your</b> desk</p><p>&amp; more</p>')).toBe('Chip is on your desk & more')
    expect(words(`<p>${'long '.repeat(60)}</p>`)).toMatch(/^(long ){27}long…$/)
    expect(words('<p></p>')).toBeUndefined()
  })

  test('a part of a delivery is told by its project', () =>
    expect(
      told('partial_delivery_notifications', { partial_delivery_id: 'p', project_title: 'Van', message: '' }),
    ).toEqual(['Van', '', { kind: 'partial_delivery', id: 'p' }]))

  test.each([
    ['comment', 'Mockup comment'],
    ['status_change', 'Mockup status changed'],
    ['approval_request', 'Mockup approval requested'],
    ['approved', 'Mockup approved'],
    ['rejected', 'Mockup rejected'],
    ['revision_requested', 'Mockup revision requested'],
    ['folded', 'Mockup'],
  ])('a mockup of which %s is told as %s', (action_type, words) => {
    const row = {
      action_type,
      action_by: 'Anna',
      file_name: 'front.pdf',
      message: 'Fine',
      public_uuid: 'u',
      comment_id: null,
    }
    expect(told('mockup_notifications', row)).toEqual([
      `${words} · front.pdf`,
      'Anna: Fine',
      { kind: 'mockup', id: 'u' },
    ])
  })

  test('a mockup by nobody, of no file, without an address, is told as far as it is known', () => {
    const row = {
      action_type: 'approved',
      action_by: null,
      file_name: null,
      message: '',
      public_uuid: null,
      comment_id: null,
    }
    expect(told('mockup_notifications', row)).toEqual(['Mockup approved', '', null])
  })

  test('a comment of a proof and a question of a client lead to the words themselves', () => {
    const comment = { action_type: 'comment', action_by: 'Anna', file_name: null, message: '', public_uuid: 'u' }
    const id = '00000000-0000-4000-8000-000000000142'
    expect(told('mockup_notifications', { ...comment, comment_id: id })[2]).toEqual({
      kind: 'mockup',
      id: 'u',
      part: `comment-${id}`,
    })
    const question = { title: 'Question about Q-17', message: 'Anna: When?', metadata: {}, quotation_id: 'q' }
    expect(told('notifications', { ...question, data: { kind: 'question', part: 'question-17' } })[2]).toEqual({
      kind: 'quotation',
      id: 'q',
      part: 'question-17',
    })
    expect(
      told('notifications', {
        ...question,
        quotation_id: null,
        metadata: { record_kind: 'invoice', record_id: 'i', part: 'question-18' },
        data: null,
      })[2],
    ).toEqual({ kind: 'invoice', id: 'i', part: 'question-18' })
    expect(told('notifications', { ...question, data: { part: '"><script>' } })[2]).toEqual({
      kind: 'quotation',
      id: 'q',
    })
  })

  test('logistics are told with their quotation', () => {
    const data = { quotation_number: 'Q-17', contact_name: 'Fern & Co' }
    const row = { title: 'On its way', message: 'At four', metadata: {}, quotation_id: 'q', data }
    expect(told('notifications', row)).toEqual([
      'On its way',
      'At four · Q-17 · Fern & Co',
      { kind: 'quotation', id: 'q' },
    ])
  })
})

test.each([null, 'text', {}, { ...common, task_id: 7 }])('%j is no reply', (row) =>
  expect(() => noticeSources.task_reply_notifications.toNotice(row)).toThrow(),
)
