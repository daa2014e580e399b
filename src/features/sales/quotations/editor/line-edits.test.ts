import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, inverse, type LineChange, netText, newLine, type QuotationItem } from './line'
import { duplicated, moved, pasted, placed, typedChange } from './line-edits'
import { keysAfter } from './line-keys'
import { lastCounted, staleDiscounts } from './percent-discount'
import { lineColumns, patchOf, readTypedBreaks, usualVat } from './line-columns'

const vat = [
  { value: '18 standard', label: '18 %', rate: '18.0000', treatment: 'standard' as const, isUsual: true },
  { value: '8.875 standard', label: 'New York', rate: '8.8750', treatment: 'standard' as const },
  { value: '0 reverse_charge', label: 'Reverse charge', rate: '0.0000', treatment: 'reverse_charge' as const },
]
const usual = { vat_rate: '18.0000', vat_treatment: 'standard' as const }
const line = (id: string, position: string, change: Partial<QuotationItem> = {}): QuotationItem => ({
  ...newLine(id, position, usual),
  description: id,
  ...change,
})
const three = [line('a', 'a0'), line('b', 'a1'), line('c', 'a2')]
const editing = (lines: readonly QuotationItem[] = three) => ({
  lines,
  columns: lineColumns(vat, {}),
  vat,
  costs: { a: '12.0000' },
})
const after = (lines: readonly QuotationItem[], changes: readonly LineChange[]) =>
  changes.reduce<QuotationItem[]>((all, change) => changed(all, change), [...lines])
const ids = (lines: readonly QuotationItem[]) => lines.map(({ id }) => id)

describe('what is typed in a cell', () => {
  const typed = (column: string, text: string, of = three[0] ?? expect.fail()) =>
    typedChange(editing(), of, column, text)

  test('a price with a decimal comma is stored as decimal text, over what stood there', () => {
    expect(typed('unit_price', '142,5')).toEqual({
      change: { kind: 'set', id: 'a', from: { unit_price: '0' }, to: { unit_price: '142.5000' } },
    })
  })

  test('a percentage in the price of a discount is its amount of the lines above that count, and is told until another amount is typed', () => {
    const lines = [
      line('a', 'a0', { qty: '3', unit_price: '33.35' }),
      line('b', 'a1', { unit_price: '900' }),
      line('option', 'a2', { unit_price: '500', is_optional: true }),
      line('heading', 'a3', { kind: 'heading', vat_rate: null }),
      line('off', 'a4', { kind: 'discount', qty: '-1' }),
      line('below', 'a5', { unit_price: '80' }),
    ]
    const off = lines[4] ?? expect.fail()
    const read = typedChange(editing(lines), off, 'unit_price', ' 7,5 % ')
    expect(read).not.toHaveProperty('also')
    // 7.5 % of 1,000.05 is 75.00375, cut to cents.
    const to = { qty: '-1', unit_price: '75.00', details: '7.5 % × €1,000.05 = €75.00' }
    expect(read).toMatchObject({
      change: { kind: 'set', id: 'off', to: { unit_price: to.unit_price, details: to.details } },
    })
    const taken = lines.map((each) => (each === off ? { ...off, ...to } : each))
    expect(staleDiscounts(taken)).toEqual([])
    const dearer = taken.map((each) => (each.id === 'b' ? { ...each, unit_price: '1000' } : each))
    const [stale] = staleDiscounts(dearer)
    expect(stale).toMatchObject({
      percent: '7.5',
      net: '€1,100.05',
      again: [{ kind: 'set', id: 'off', to: { unit_price: '82.50', details: '7.5 % × €1,100.05 = €82.50' } }],
    })
    // The amount alone is no percentage any more.
    expect(staleDiscounts(after(dearer, stale?.keep ?? []))).toEqual([])
    // A new line at the end of the list is counted by a percentage there.
    expect([lastCounted(taken), lastCounted(taken.slice(0, 5)), lastCounted([off])]).toEqual([null, 'heading', null])
    expect(patchOf({ ...off, ...to }, 'unit_price', '80', vat)).toEqual({ unit_price: '80', details: null })
    for (const [text, at] of [
      ['7.5%', line('first', 'Zz', { kind: 'discount', qty: '-1' })],
      ['101%', off],
      ['x%', off],
    ] as const)
      expect(typedChange(editing(lines), at, 'unit_price', text)).toHaveProperty('problem')
    expect(typedChange(editing(lines), lines[0] ?? expect.fail(), 'unit_price', '7.5%')).toHaveProperty('problem')
  })

  describe('a percentage of lines at several rates', () => {
    const free = { vat_rate: '0.0000', vat_treatment: 'reverse_charge' as const }
    const mixed = [
      line('a', 'a0', { qty: '3', unit_price: '33.35' }),
      line('b', 'a1', { unit_price: '70.07', vat_rate: '8.8750' }),
      line('option', 'a2', { unit_price: '500', is_optional: true, ...free }),
      line('c', 'a3', { unit_price: '900' }),
      line('earlier', 'a4', { kind: 'discount', qty: '-1', unit_price: '0.05' }),
      line('off', 'a5', { kind: 'discount', description: '', qty: '-1' }),
      line('below', 'a6', { unit_price: '80' }),
    ]
    const typedIn = (lines: readonly QuotationItem[], id: string, text: string) => {
      const at = lines.find((each) => each.id === id) ?? expect.fail()
      const read = typedChange(editing(lines), at, 'unit_price', text)
      if ('problem' in read) expect.fail(read.problem)
      return after(lines, [...(read.change ? [read.change] : []), ...(read.also ?? [])])
    }
    const discounts = (lines: readonly QuotationItem[]) =>
      lines.flatMap(({ kind, description, qty, unit_price, details, vat_rate, vat_treatment }) =>
        kind === 'discount' && details
          ? [
              [
                description,
                netText(line('x', 'a0', { kind: 'discount', qty, unit_price })),
                details,
                vat_rate,
                vat_treatment,
              ],
            ]
          : [],
      )

    test('is one line a rate, directly below, and none of it goes to options that nobody chose', () => {
      const taken = typedIn(mixed, 'off', '7.5%')
      // 7.5 % of 1,000.00 and of 70.07 (5.25525, cut to cents).
      expect(discounts(taken)).toEqual([
        ['Discount 7.5 %', '-75.00', '7.5 % × €1,000.00 = €75.00', '18.0000', 'standard'],
        ['Discount 7.5 %', '-5.25', '7.5 % × €70.07 = €5.25', '8.8750', 'standard'],
      ])
      expect(taken.at(-1)?.id).toBe('below')
      expect(staleDiscounts(taken)).toEqual([])
      // A name of its own is kept, and does not make two discounts of it.
      const named = taken.map((each) => (each.id === 'off' ? { ...each, description: 'For the opening' } : each))
      expect(staleDiscounts(named)).toEqual([])
      expect(discounts(typedIn(named, 'off', '5%')).map(([name]) => name)).toEqual(['For the opening', 'Discount 5 %'])
      // Another percentage in either line is taken of all again, by the same lines.
      const other = typedIn(taken, taken.at(-2)?.id ?? '', '10%')
      expect(ids(other)).toEqual(ids(taken))
      expect(discounts(other).map(([name, net]) => [name, net])).toEqual([
        ['Discount 10 %', '-100.00'],
        ['Discount 10 %', '-7.00'],
      ])
    })

    test('follows a rate that comes and one that goes, by one press', () => {
      const taken = typedIn(mixed, 'off', '10%')
      const chosen = taken.map((each) => (each.id === 'option' ? { ...each, is_selected: true } : each))
      const [stale, ...others] = staleDiscounts(chosen)
      expect([stale?.ids.length, stale?.net, others.length]).toEqual([2, '€1,570.07', 0])
      const three = after(chosen, stale?.again ?? [])
      expect(discounts(three).map(([, net, , rate]) => [net, rate])).toEqual([
        ['-100.00', '18.0000'],
        ['-7.00', '8.8750'],
        ['-50.00', '0.0000'],
      ])
      const without = three.filter(({ id }) => id !== 'b')
      const [gone] = staleDiscounts(without)
      expect(gone?.again).toMatchObject([{ kind: 'remove' }])
      expect(discounts(after(without, gone?.again ?? [])).map(([, net]) => net)).toEqual(['-100.00', '-50.00'])
    })

    test('is one line again when the client has one rate', () => {
      const taken = typedIn(mixed, 'off', '10%').map((each) => ({ ...each, ...free }))
      const [stale, ...others] = staleDiscounts(taken)
      expect([stale?.net, others.length]).toEqual(['€1,070.07', 0])
      const one = after(taken, stale?.again ?? [])
      expect(discounts(one).map(([, net]) => net)).toEqual(['-107.00'])
      expect(staleDiscounts(one)).toEqual([])
    })

    test('takes the rate of the lines above where its own has none, and two discounts stay two', () => {
      const exempt = mixed.map((each) => (each.id === 'off' ? { ...each, ...free } : each))
      const [first, second] = discounts(typedIn(exempt, 'off', '10%'))
      expect([first?.[3], second?.[3]]).toEqual(['18.0000', '8.8750'])
      const twice = typedIn(
        [...typedIn(mixed, 'off', '10%'), line('more', 'a7', { kind: 'discount', description: '', qty: '-1' })],
        'more',
        '10%',
      )
      const below = typedIn(mixed, 'off', '10%')
      const at = below.findIndex(({ id }) => id === 'off')
      const again = line('again', `${below[at + 1]?.position}5`, { kind: 'discount', description: '', qty: '-1' })
      const directly = typedIn([...below.slice(0, at + 2), again], 'again', '10%')
      expect(discounts(directly).map(([, net]) => net)).toEqual(['-100.00', '-7.00', '-90.00', '-6.30'])
      expect(staleDiscounts(directly)).toEqual([])
      // 10 % of 1,000.00 − 100.00 + 80.00 and of 70.07 − 7.00.
      expect(discounts(twice).map(([, net]) => net)).toEqual(['-100.00', '-7.00', '-98.00', '-6.30'])
    })
  })

  test('what cannot be read is refused in words', () => {
    expect(typed('qty', 'two')).toMatchObject({ problem: expect.stringContaining('number') })
    expect(typed('discount_pct', '101')).toEqual({ problem: 'At most 100' })
    // A percent sign may stand in a column of percentages.
    for (const text of ['7.5%', '7.5 %', '7.5']) expect(typed('discount_pct', text)).not.toHaveProperty('problem')
    expect(typed('qty', '-3')).toEqual({ problem: 'This cannot be below zero' })
    expect(typed('unit_price', '1,123456789012')).toEqual({ problem: 'At most 4 decimals' })
  })

  test('pieces are whole, also those of a size; hours, and m² without a size, may be parts', () => {
    const whole = { problem: 'Please enter a whole number' }
    const parts = { problem: 'This unit has no parts; choose another, or type it too, as in 3.5 h' }
    const sized = { width_mm: '1200.00', height_mm: '800.00' }
    expect(typed('qty', '1.5', line('d', 'a3', { unit: 'piece' }))).toEqual(parts)
    expect(typed('qty', '1.5', line('d', 'a3', { unit: 'm2', ...sized }))).toEqual(whole)
    for (const unit of ['hour', 'm2'])
      expect(typed('qty', '1.5', line('d', 'a3', { unit }))).toMatchObject({ change: { to: { qty: '1.5000' } } })
  })

  test.each([
    ['3.5 h', { qty: '3.5000', unit: 'hour' }],
    ['1,5 Hours', { qty: '1.5000', unit: 'hour' }],
    ['12m²', { qty: '12.0000', unit: 'm2' }],
    ['2 set', { qty: '2.0000', unit: 'set' }],
  ])('a quantity brings the unit that is typed with it: %s', (text, to) =>
    expect(typed('qty', text, line('d', 'a3', { unit: 'piece' }))).toMatchObject({ change: { to } }),
  )

  test('a unit that is typed with a quantity holds for it: 3.5 pieces are refused', () =>
    expect(typed('qty', '3.5 pcs', line('d', 'a3', { unit: 'hour' }))).toHaveProperty('problem'))

  test('a choice is named by its value, its label or its rate; nothing leaves it', () => {
    const unit = (text: string) => typed('unit', text)
    expect(unit('M²')).toMatchObject({ change: { to: { unit: 'm2' } } })
    expect(unit('m2')).toMatchObject({ change: { to: { unit: 'm2' } } })
    expect(unit(' ')).toEqual({ change: null })
    expect(unit('parsec')).toEqual({ problem: 'Choose piece, m², m, m height, m edge, hour, set' })
    expect(typed('vat', '0 %')).toMatchObject({ change: { to: { vat_treatment: 'reverse_charge' } } })
    expect(typed('vat', '18')).toEqual({ change: null })
    expect(typed('vat', '19')).toMatchObject({ problem: expect.stringContaining('18 %') })
    expect(typed('kind', 'chapter')).toMatchObject({ problem: expect.stringContaining('Heading') })
  })

  test('a rate is typed with its decimals, by point or comma, and no other rate is taken for it', () => {
    for (const text of ['8.875', '8,875', '8.8750 %', 'New York'])
      expect(typed('vat', text)).toMatchObject({ change: { to: { vat_rate: '8.8750' } } })
    for (const text of ['8.88', '8.87', '8', '88'])
      expect(typed('vat', text)).toEqual({ problem: 'Choose 18 %, New York, Reverse charge' })
  })

  test('an option, a group of options and none', () => {
    expect(typed('option', 'Finish')).toMatchObject({ change: { to: { is_optional: true, option_group: 'Finish' } } })
    expect(typed('option', 'yes')).toMatchObject({ change: { to: { is_optional: true } } })
    expect(typed('option', '')).toEqual({ change: null })
  })

  test('a heading loses its amounts, and has them again as an item', () => {
    const heading = after(three, [(typed('kind', 'heading') as { change: LineChange }).change])[0] ?? expect.fail()
    expect([heading.qty, heading.unit_price, heading.vat_rate, netText(heading)]).toEqual([null, null, null, ''])
    expect(typedChange(editing(), heading, 'kind', 'item')).toMatchObject({
      change: { to: { kind: 'item', qty: '1', unit_price: '0', vat_rate: '18.0000' } },
    })
  })

  test('a discount takes away', () => {
    const discount = line('d', 'a3', { kind: 'discount', qty: '-1', unit_price: '50' })
    expect(netText(discount)).toBe('-50.00')
    expect(typedChange(editing([discount]), discount, 'qty', '2')).toMatchObject({ change: { to: { qty: '-2.0000' } } })
  })

  test('a cost is a change of its own', () => {
    expect(typed('cost', '15')).toEqual({ change: { kind: 'cost', id: 'a', from: '12.0000', to: '15.0000' } })
  })
})

describe('rows', () => {
  test('move up and down together, and stop at the ends', () => {
    expect(ids(after(three, moved(three, ['b', 'c'], -1)))).toEqual(['b', 'c', 'a'])
    expect(ids(after(three, moved(three, ['a'], 1)))).toEqual(['b', 'a', 'c'])
    expect(moved(three, ['a'], -1)).toEqual([])
    expect(ids(after(three, placed(three, ['a', 'b'], { row: 'c', isAfter: true })))).toEqual(['c', 'a', 'b'])
    expect(ids(after(three, placed(three, ['c'], { row: 'a', isAfter: false })))).toEqual(['c', 'a', 'b'])
    expect(placed(three, ['a'], { row: 'a', isAfter: true })).toEqual([])
  })

  test('are doubled below the last of them', () => {
    const doubled = after(three, duplicated(three, ['a', 'b']))
    expect(doubled.map(({ description }) => description)).toEqual(['a', 'b', 'a', 'b', 'c'])
  })

  test('a new one stands after the marked one, or at the end', () => {
    const [between = ''] = keysAfter(three, 'a', 1).keys
    const [last = ''] = keysAfter(three, null, 1).keys
    expect(['a0' < between, between < 'a1', 'a2' < last]).toEqual([true, true, true])
  })

  test('put between the same two lines have short keys, however many they are, and each keeps its place', () => {
    let lines: QuotationItem[] = three
    const rewritten: number[] = []
    for (let n = 0; n < 1500; n++) {
      const { keys, moves } = keysAfter(lines, n % 2 === 0 ? 'a' : `n${n - 1}`, 1)
      rewritten.push(...moves.flatMap((one) => (one.kind === 'move' ? [one.moves.length] : [])))
      lines = after(lines, [...moves, { kind: 'add', lines: [line(`n${n}`, keys[0] ?? '')] }])
    }
    const pairs = Array.from({ length: 750 }, (_, at) => [`n${1498 - 2 * at}`, `n${1499 - 2 * at}`])
    expect(ids(lines)).toEqual(['a', ...pairs.flat(), 'b', 'c'])
    expect(new Set(lines.map(({ position }) => position)).size).toBe(1503)
    expect(Math.max(...lines.map(({ position }) => position.length))).toBeLessThanOrEqual(24)
    // A move writes each line by itself: few lines, and seldom.
    expect([rewritten.length <= 10, Math.max(...rewritten) <= 20]).toEqual([true, true])
  })

  test('with keys of another kind are numbered anew by their order when one is put or moved between them', () => {
    const odd = [line('a', '1'), line('b', 'a00'), line('c', 'a2'), line('d', 'zz')]
    const added = keysAfter(odd, 'a', 1)
    expect(ids(after(odd, [...added.moves, { kind: 'add', lines: [line('new', added.keys[0] ?? '')] }]))).toEqual([
      'a',
      'new',
      'b',
      'c',
      'd',
    ])
    expect(ids(after(odd, moved(odd, ['d'], -1)))).toEqual(['a', 'b', 'd', 'c'])
    expect(ids(after(odd, placed(odd, ['c'], { row: 'a', isAfter: false })))).toEqual(['c', 'a', 'b', 'd'])
    const moves = moved(odd, ['a'], 1)
    expect(after(odd, [...moves, ...moves.toReversed().map(inverse)])).toEqual(odd)
  })
})

describe('pasted cells', () => {
  test('go over the rows that are there and on as new lines', () => {
    const { changes, problem } = pasted(editing(), { row: 'c', column: 'description' }, [
      ['Fascia', '3000', '750'],
      ['Letters', '', '', '12'],
    ])
    const lines = after(three, changes)
    expect(problem).toBeNull()
    expect(lines.map(({ description, width_mm, qty }) => [description, width_mm, qty])).toEqual([
      ['a', null, '1'],
      ['b', null, '1'],
      ['Fascia', '3000.00', '1'],
      ['Letters', null, '12.0000'],
    ])
  })

  test('are one change a line, however many of its cells they write, and one more for the new lines', () => {
    const thirty = Array.from({ length: 30 }, (_, at) => line(`l${at}`, `a${String(at).padStart(2, '0')}`))
    const cells = Array.from({ length: 40 }, (_, at) => [`Sign ${at}`, '3000', '750', '2', 'm2', '14,50'])
    const { changes, problem } = pasted(editing(thirty), { row: 'l0', column: 'description' }, cells)
    expect(problem).toBeNull()
    expect(changes.map(({ kind }) => kind)).toEqual([...Array.from({ length: 30 }, () => 'set'), 'add'])
    expect(after(thirty, changes)).toHaveLength(40)
    expect(after(thirty, [...changes, ...changes.toReversed().map(inverse)])).toEqual(thirty)
  })

  test('that bring back what stands there change nothing', () => {
    const { changes } = pasted(editing(), { row: 'a', column: 'description' }, [['a'], ['b']])
    expect(changes).toEqual([])
  })

  test('name what they could not take, and take the rest', () => {
    const parts = pasted(editing(), { row: 'a', column: 'qty' }, [
      ['1.5', 'hour'],
      ['1.5', 'piece'],
    ])
    expect(parts.problem).toBe(
      'Not taken: row 2, Qty: This unit has no parts; choose another, or type it too, as in 3.5 h',
    )
    expect(after(three, parts.changes).slice(0, 1)).toMatchObject([{ qty: '1.5000', unit: 'hour' }])
    const { changes, problem } = pasted(editing(), { row: 'a', column: 'qty' }, [['many', 'piece', '5'], ['2']])
    expect(problem).toMatch(/^Not taken: row 1, Qty: /)
    expect(after(three, changes).map(({ qty, unit_price }) => [qty, unit_price])).toEqual([
      ['1', '5.0000'],
      ['2.0000', '0'],
      ['1', '0'],
    ])
  })

  test('ten thousand rows are refused in a sentence, and nothing is pasted', () => {
    const many = Array.from({ length: 10_000 }, () => ['x'])
    const { changes, problem } = pasted(editing(), { row: 'a', column: 'description' }, many)
    expect([changes, problem]).toEqual([
      [],
      'A quotation may have 1,000 lines. Nothing was pasted: it would have had 10,000.',
    ])
  })
})

test('every change can be taken back: the lines are as before', () => {
  const change = fc.constantFrom<LineChange>(
    { kind: 'set', id: 'b', from: { description: 'b' }, to: { description: 'Tray' } },
    { kind: 'add', lines: [line('d', 'a1V')] },
    { kind: 'remove', lines: [three[1] ?? expect.fail()] },
    ...moved(three, ['a'], 1),
  )
  fc.assert(
    fc.property(change, (done) => {
      expect(after(three, [done, inverse(done)])).toEqual(three)
    }),
  )
})

test('prices by quantity are typed as pairs; the price follows the quantity, and is not typed over', () => {
  expect(readTypedBreaks('10: 13.50; 50: 12', '14.0000')).toEqual({ value: '1:14 10:13.5 50:12' })
  expect(readTypedBreaks(' ', '14')).toEqual({ value: null })
  expect(readTypedBreaks('50: 12; 10: 13', '14')).toEqual({
    problem: 'Begin with the smallest quantity, and write each once',
  })
  expect(readTypedBreaks('many', '14')).toHaveProperty('problem')
  const banded = { ...line('l', 'a0'), price_breaks: '1:14 10:13.5' }
  expect(patchOf(banded, 'qty', '12', [])).toEqual({ qty: '12', unit_price: '13.5' })
  const price = lineColumns([], null, { hasBreaks: true }).find(({ name }) => name === 'unit_price')
  expect(price?.read?.('3', banded)).toHaveProperty('problem')
})

describe('what is charged of a size', () => {
  const film = line('film', 'a0', { unit: 'm2', qty: '3', width_mm: '1200', height_mm: '2100', unit_price: '58' })
  const columns = lineColumns(vat, null, { hasCharged: true })
  const typed = (text: string, of = film) => typedChange({ lines: [of], columns, vat, costs: {} }, of, 'charged', text)
  const own = { ...film, own_charged_qty: '8' }

  test('a quantity by hand is kept, with its unit or without; the computed one and nothing lead back to it', () => {
    expect(typed('8 m²')).toMatchObject({ change: { to: { own_charged_qty: '8.0000' } } })
    expect(netText(own)).toBe('464.00')
    expect(typed('7.56', own)).toMatchObject({ change: { to: { own_charged_qty: null } } })
    expect(typed('', own)).toMatchObject({ change: { to: { own_charged_qty: null } } })
    expect(typed('7.56')).toEqual({ change: null })
  })

  test('a quantity by hand does not hold for other pieces, another size or another unit', () => {
    expect(patchOf(own, 'qty', '30', [])).toEqual({ qty: '30', own_charged_qty: null })
    expect(patchOf(own, 'unit', 'm', [])).toEqual({ unit: 'm', own_charged_qty: null })
    expect(patchOf(own, 'width_mm', '600', [])).toEqual({ width_mm: '600', own_charged_qty: null })
  })

  test('it stands only where a size is charged', () => {
    expect(typed('8', line('hours', 'a0', { unit: 'hour' }))).toEqual({ change: null })
  })
})

test('rows are pasted into a sheet without lines from their description on, or from their kind where each says one', () => {
  const paste = (rows: string[][]) => after([], pasted(editing([]), null, rows).changes)
  expect(paste([['Banner', '3000', '1000', '2', 'm2', '18']])).toMatchObject([
    { kind: 'item', description: 'Banner', width_mm: '3000.00', qty: '2.0000', unit: 'm2', unit_price: '18.0000' },
  ])
  const kinds = paste([
    ['heading', 'Shop front'],
    ['Item', 'Banner', '', '', '3'],
  ])
  expect(kinds).toMatchObject([
    { kind: 'heading', description: 'Shop front' },
    { kind: 'item', description: 'Banner', qty: '3.0000' },
  ])
})

test('a new line has the rate that is proposed for the client; while it is not known, the database fills it in', () => {
  const abroad = vat.map((choice) => ({ ...choice, isUsual: choice.treatment === 'reverse_charge' }))
  const unknown = vat.map((choice) => ({ ...choice, isUsual: false }))
  expect(usualVat(abroad)).toEqual({ vat_rate: '0.0000', vat_treatment: 'reverse_charge' })
  expect(usualVat(unknown)).toEqual({ vat_rate: null, vat_treatment: 'standard' })
  const added = (of: typeof abroad) => pasted({ ...editing(), vat: of }, null, [['Sign']]).changes[0]
  expect(added(abroad)).toMatchObject({ lines: [{ vat_treatment: 'reverse_charge' }] })
  expect(added(unknown)).toMatchObject({ lines: [{ vat_rate: null }] })
  const text = { ...line('t', 'a0'), kind: 'text' as const, vat_rate: null, vat_treatment: null }
  expect(patchOf(text, 'kind', 'item', unknown)).toMatchObject({ vat_rate: null, vat_treatment: 'standard' })
})
