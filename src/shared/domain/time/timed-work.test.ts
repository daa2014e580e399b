import { expect, test } from 'vitest'
import { longWorkWords, stopQuestion, type TimedWork, workWords } from './timed-work'

const job = { job_number: 'JOB-2026-0211-B', title: 'Car wrap' }
const none: TimedWork = { job: null, step: null, named_step: null, order: null }

test('work is named by its job and its step, by the job alone, or by the order', () =>
  expect([
    workWords({ ...none, job, step: { name: 'Template' }, order: { order_number: 'SO-2026-0211' } }),
    workWords({ ...none, job, named_step: { name: 'Cut' } }),
    workWords({ ...none, job }),
    workWords({ ...none, order: { order_number: 'SO-2026-0211' } }),
    workWords(none),
    longWorkWords({ ...none, job, step: { name: 'Template' } }),
  ]).toEqual([
    'Template · JOB-2026-0211-B',
    'Cut · JOB-2026-0211-B',
    'Car wrap · JOB-2026-0211-B',
    'SO-2026-0211',
    '',
    'JOB-2026-0211-B Car wrap · Template',
  ]))

test('the timer of a task is named by it and by what it is about, and who stops it is asked about the task', () => {
  const work = { ...none, order: { order_number: 'SO-2026-0211' }, task: { title: 'Call the landlord' } }
  expect([workWords(work), longWorkWords({ ...work, job }), workWords({ ...none, task: work.task })]).toEqual([
    'Call the landlord · SO-2026-0211',
    'Call the landlord · JOB-2026-0211-B',
    'Call the landlord',
  ])
  expect(stopQuestion(work)?.text).toMatch(
    /^Do you want to stop the timer for “Call the landlord”\?.* The task stays as it is\.$/,
  )
})

test('who stops the timer of a step is asked about the step, not about the order', () => {
  const question = stopQuestion({ ...none, job, step: { name: 'Template' } })
  expect(question?.text).toContain('stop the timer for Template of JOB-2026-0211-B?')
  expect(question?.text).toContain('The step is not finished by this')
  expect(stopQuestion({ ...none, job })?.text).toContain('stop the timer for JOB-2026-0211-B?')
})

test('spec 2 §8: the timer of a client or an order is asked about in the words of the specification', () =>
  expect([stopQuestion(none), stopQuestion({ ...none, order: { order_number: 'SO-1' } })]).toEqual([null, null]))
