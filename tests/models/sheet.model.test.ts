import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { chosenRows, sheetMachine, type SheetEmitted } from '@/machines/sheet/sheet.machine'
import { arrows, everyArrow } from './arrows'
import { sheetModel } from './sheet.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(sheetMachine)
const paths = everyArrow(createTestModel(sheetModel))

function openSheet() {
  const said: SheetEmitted[] = []
  const sheet = createActor(sheetMachine, { inspect: walked.inspect, input: { columns: ['text', 'qty'] } })
  sheet.on('*', (event) => said.push(event))
  sheet.start()
  let rows = ['a', 'b', 'c']
  const becomes = (next: string[]) => {
    rows = next
    sheet.send({ type: 'rows.are', rows })
  }
  becomes(rows)
  return { sheet, said, rows: () => rows, becomes }
}

describe('a sheet behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { sheet, said, rows, becomes } = openSheet()
      let added = 0
      const shows =
        (value: 'browsing' | 'editing', row: string | null, more: { text?: string; chosen?: string[] } = {}) =>
        () => {
          const state = sheet.getSnapshot()
          const { at, text } = state.context
          expect([state.value, at]).toEqual([value, row === null ? null : { row, column: 'qty' }])
          expect(chosenRows(state.context)).toEqual(more.chosen ?? (row === null ? [] : [row]))
          if (value === 'editing') expect(text).toBe(more.text ?? '3')
        }
      const tells = (state: () => void, event: SheetEmitted) => () => {
        state()
        expect(said).toEqual([event])
      }
      const silent = (state: () => void) => () => {
        state()
        expect(said).toEqual([])
      }
      const typed = { type: 'cell.typed', cell: { row: 'b', column: 'qty' }, original: '3', text: '48' } as const
      await path.test({
        events: {
          beginNowhere: () => sheet.send({ type: 'edit.begin', text: '3', original: '3' }),
          click: () => sheet.send({ type: 'cell.go', cell: { row: 'b', column: 'qty' } }),
          step: () => sheet.send({ type: 'cell.step', rows: 1, columns: 0 }),
          extend: () => sheet.send({ type: 'cell.step', rows: 1, columns: 0, extend: true }),
          begin: () => sheet.send({ type: 'edit.begin', text: '3', original: '3' }),
          type: () => sheet.send({ type: 'edit.type', text: '48' }),
          enter: () => sheet.send({ type: 'edit.commit', rows: 1, columns: 0 }),
          escape: () => sheet.send({ type: 'edit.cancel' }),
          clickElsewhere: () => sheet.send({ type: 'cell.go', cell: { row: 'a', column: 'qty' } }),
          colleagueAddsRow: () => becomes([`new ${(added += 1)}`, ...rows()]),
          colleagueRemovesRow: () => becomes(rows().filter((row) => row !== 'b')),
        },
        states: {
          untouched: silent(shows('browsing', null)),
          chosen: silent(shows('browsing', 'b')),
          below: silent(shows('browsing', 'c')),
          beside: silent(shows('browsing', 'c')),
          first: silent(shows('browsing', 'a')),
          severalChosen: silent(shows('browsing', 'c', { chosen: ['b', 'c'] })),
          lastChosen: silent(shows('browsing', 'c')),
          editing: silent(shows('editing', 'b')),
          editingBeside: shows('editing', 'c'),
          typed: silent(shows('editing', 'b', { text: '48' })),
          told: tells(shows('browsing', 'c'), typed),
          toldFirst: tells(shows('browsing', 'a'), typed),
          textWithoutRow: () => {
            shows('browsing', 'c')()
            expect(said).toEqual([{ type: 'text.homeless', cell: typed.cell, text: sheet.getSnapshot().context.text }])
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(26))
})

testEveryTransition(walked)
