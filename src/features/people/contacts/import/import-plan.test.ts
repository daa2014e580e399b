import { describe, expect, test, vi } from 'vitest'
import { emptyContact } from '@/shared/domain/people/contact'
import { repeatedRows } from './duplicates-in-file'
import { inBatches, type RowOutcome, sendInBatches } from './import-batches'
import { type Choice, type JudgedRow, planImport, type PlannedRow, verdictOf } from './import-plan'
import { refusedCsv } from './refused-rows'

const row = (line: number, more: Partial<JudgedRow> = {}): JudgedRow => ({
  line,
  cells: [`cell ${line}`],
  kind: 'Person',
  draft: { ...emptyContact, name: `Ann ${line}` },
  note: '',
  contactPerson: null,
  onStop: false,
  problem: null,
  unread: null,
  doubt: null,
  match: null,
  earlier: null,
  ...more,
})
const match = {
  contact_id: 'known',
  by: 'email' as const,
  type: 'Person',
  name: 'Ann',
  last_name: null,
  company: null,
  email: null,
  archived: false,
}
const planned = (rows: JudgedRow[], all: Choice = 'skip', single: [number, Choice][] = [], update = true) =>
  planImport(rows, { all, single: new Map(single) }, (line) => `id-${line}`, { update }).map(
    ({ line, id, choice, target }) => [line, id, choice, target],
  )

describe('what is sent', () => {
  const rows = [
    row(2),
    row(3, { problem: 'wrong' }),
    row(4, { match }),
    row(5, { earlier: { line: 2, by: 'name', joins: false } }),
  ]

  test.each<[Choice, unknown[]]>([
    ['skip', []],
    ['update', [[4, 'id-4', 'update', 'known']]],
    [
      'create',
      [
        [4, 'id-4', 'create', null],
        [5, 'id-5', 'create', null],
      ],
    ],
  ])('new rows, and of duplicates what was chosen for all: %s', (all, duplicates) => {
    expect(planned(rows, all)).toEqual([[2, 'id-2', 'new', null], ...duplicates])
  })

  test('a single choice wins over the one for all', () => {
    expect(planned(rows, 'update', [[4, 'create']])).toContainEqual([4, 'id-4', 'create', null])
  })

  test('nothing is filled in by those who may not edit', () => {
    expect(planned(rows, 'update', [], false)).toEqual([[2, 'id-2', 'new', null]])
  })
})

test('the contact person of a business that is added or filled in is a row of its own', () => {
  const business = row(2, {
    kind: 'Business',
    draft: { ...emptyContact, company: 'Sunset Ltd' },
    contactPerson: { name: 'Maria', last_name: 'Pia Borg' },
  })
  const plan = (rows: JudgedRow[], all: Choice) =>
    planImport(rows, { all, single: new Map() }, (line) => `id${line}`, { update: true })
  expect(plan([business], 'skip')).toMatchObject([
    { line: 2, id: 'id2', type: 'Business' },
    {
      line: -2,
      id: 'id-2',
      type: 'Person',
      name: 'Maria',
      last_name: 'Pia Borg',
      company: 'Sunset Ltd',
      works_for: 'id2',
    },
  ])
  expect(plan([{ ...business, match }], 'update')).toMatchObject([
    { line: 2, choice: 'update', target: 'known' },
    { line: -2, type: 'Person', works_for: 'known' },
  ])
  expect(plan([{ ...business, match }], 'skip')).toEqual([])
})

test('a row that names another person of a business further up adds the person alone, with what the row says of them', () => {
  const of = (line: number, name: string, email: string, more: Partial<JudgedRow> = {}) =>
    row(line, {
      kind: 'Business',
      draft: { ...emptyContact, company: 'Sunset Ltd', email, city: 'Bay' },
      contactPerson: { name, last_name: '' },
      ...more,
    })
  const file = [of(2, 'Maria', 'info@s.example'), of(3, 'Karl', 'karl@s.example'), of(4, 'maria', 'info@s.example')]
  const names = new Map(file.map(({ line }) => [line, 'sunset']))
  const repeated = repeatedRows(file, names)
  expect([...repeated]).toEqual([
    [3, { line: 2, by: 'name', joins: true }],
    [4, { line: 2, by: 'email', joins: false }],
  ])
  const judged = file.map((each) => ({ ...each, earlier: repeated.get(each.line) ?? null }))
  expect(judged.map(verdictOf)).toEqual(['ready', 'ready', 'duplicate'])
  const plan = (rows: JudgedRow[]) =>
    planImport(rows, { all: 'skip', single: new Map() }, (line) => `id${line}`, { update: true })
  expect(plan(judged)).toMatchObject([
    { line: 2, type: 'Business', email: 'info@s.example' },
    { line: -2, name: 'Maria', works_for: 'id2', email: 'info@s.example', city: null },
    { line: -3, name: 'Karl', works_for: 'id2', email: 'karl@s.example', city: null },
  ])
  // Without the business above, the row is the business.
  expect(plan([{ ...judged[0]!, problem: 'wrong' }, judged[1]!])).toMatchObject([
    { line: 3, type: 'Business' },
    { line: -3, name: 'Karl', works_for: 'id3', email: 'karl@s.example' },
  ])
})

test('a row that repeats one further up is found by number, e-mail and name, within its kind', () => {
  const of = (line: number, draft: object, kind: JudgedRow['kind'] = 'Person') =>
    row(line, { kind, draft: { ...emptyContact, ...draft } })
  const rows = [
    of(2, { vat_number: 'MT1234', email: 'a@a.example' }),
    of(3, { vat_number: 'MT1234' }),
    of(4, { email: 'A@a.example' }),
    of(5, { email: 'a@a.example' }, 'Business'),
    of(6, { name: 'Ann' }),
    of(7, { name: 'ANN' }),
  ]
  const keys = new Map([
    [6, 'an'],
    [7, 'an'],
  ])
  expect([...repeatedRows(rows, keys)]).toEqual([
    [3, { line: 2, by: 'vat', joins: false }],
    [4, { line: 2, by: 'email', joins: false }],
    [7, { line: 6, by: 'name', joins: false }],
  ])
})

describe('batches', () => {
  const sent = (count: number, target: string | null = null): PlannedRow[] =>
    planImport(
      Array.from({ length: count }, (_, line) => row(line)),
      { all: 'skip', single: new Map() },
      (line) => `id-${line}`,
      { update: true },
    ).map((each) => ({ ...each, target }))
  const signal = new AbortController().signal
  const created = (rows: PlannedRow[]): RowOutcome[] =>
    rows.map(({ line, id }) => ({ line, outcome: 'created', contact_id: id, because: null }))

  test('hold 500 rows, never a contact twice, and not too much text', () => {
    expect(inBatches(sent(1100)).map(({ length }) => length)).toEqual([500, 500, 100])
    expect(inBatches(sent(3, 'the same')).map(({ length }) => length)).toEqual([1, 1, 1])
    const long = sent(100).map((each) => ({ ...each, note: 'x'.repeat(5000) }))
    for (const batch of inBatches(long)) expect(JSON.stringify(batch).length).toBeLessThan(700_000)
    expect(inBatches(long).flat()).toEqual(long)
  })

  test('that the database cannot take are halved down to the row at fault', async () => {
    const send = vi.fn(async (rows: PlannedRow[]) => {
      if (rows.some(({ line }) => line === 5)) throw Object.assign(new Error('value too long'), { code: '22001' })
      return created(rows)
    })
    const outcomes: RowOutcome[] = []
    await sendInBatches(sent(8), send, (some) => outcomes.push(...some), signal)
    expect(outcomes.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      '0 created',
      '1 created',
      '2 created',
      '3 created',
      '4 created',
      '5 refused',
      '6 created',
      '7 created',
    ])
    expect(outcomes[5]?.because).toBe('value too long')
  })

  test('that find no server are not taken for refused: they can be sent again', async () => {
    const outcomes: RowOutcome[] = []
    const send = vi
      .fn(created)
      .mockImplementationOnce(created)
      .mockImplementationOnce(() => {
        throw new TypeError('Failed to fetch')
      })
    const sending = sendInBatches(
      sent(1100),
      async (rows) => send(rows),
      (some) => outcomes.push(...some),
      signal,
    )
    await expect(sending).rejects.toThrow('Failed to fetch')
    expect(outcomes).toHaveLength(500)
  })

  test('stop when the person stops', async () => {
    const stop = new AbortController()
    const send = vi.fn(async (rows: PlannedRow[]) => (stop.abort(), created(rows)))
    await expect(sendInBatches(sent(1100), send, () => {}, stop.signal)).rejects.toThrow()
    expect(send).toHaveBeenCalledTimes(1)
  })
})

test('refused rows come back as they stood, with line and reason, and nothing runs in a spreadsheet', () => {
  expect(refusedCsv(['Name', 'Town'], [{ line: 3, cells: ['=cmd()'], because: 'E-mail: wrong' }])).toBe(
    "\uFEFFName,Town,Line,Why it was not imported\r\n'=cmd(),,3,E-mail: wrong\r\n",
  )
})
