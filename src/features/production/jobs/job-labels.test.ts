import { expect, test } from 'vitest'
import { labelsOfJob, usualLabels } from './job-labels'

const job = {
  id: 'j1',
  job_number: 'JOB-2026-0098-A',
  title: 'Tray panels',
  contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs' },
  order: { id: 'o1', order_number: 'SO-2026-0098' },
  due_date: '2026-12-01',
  qty: '3.0000',
  unit: 'piece',
  width_mm: '3000.00',
  height_mm: '750.00',
}

test('each label of a job names the client and says which of how many it is', () => {
  const labels = labelsOfJob(job, 3, 'https://shop.example')
  expect(labels.map(({ number }) => number)).toEqual([
    'JOB-2026-0098-A   1 of 3',
    'JOB-2026-0098-A   2 of 3',
    'JOB-2026-0098-A   3 of 3',
  ])
  expect(labels[0]).toMatchObject({ title: 'Nova Signs', address: 'https://shop.example/jobs?job=j1' })
  expect(labels[0]?.facts).toContain('Tray panels')
})

test('one label a piece is offered, one for a part of a piece, and 200 at most', () => {
  expect([{ qty: '3.0000' }, { qty: '0.5' }, { qty: '5000' }].map(usualLabels)).toEqual([3, 1, 200])
})
