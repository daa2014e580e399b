import { sheetModel } from '../sheet.model.ts'
import { plan } from './plan.ts'

export const sheetPlan = plan({
  machine: 'src/machines/sheet/sheet.machine.ts',
  source: 'sheet',
  model: sheetModel,
  title: 'The cells of a sheet',
  begin:
    'Open a draft quotation with three lines in two windows, as two people. The cells of this plan are quantities: 3.',
  events: {
    beginNowhere: 'Type a number before a cell is chosen.',
    click: 'Click the quantity of the second line.',
    step: 'Press the arrow down.',
    extend: 'Press Shift and the arrow down.',
    begin: 'Press Enter or F2.',
    type: 'Type 48.',
    enter: 'Press Enter.',
    escape: 'Press Escape.',
    clickElsewhere: 'Click the quantity of the first line.',
    colleagueAddsRow: 'Add a line above the others in the other window.',
    colleagueRemovesRow: 'Remove the second line in the other window.',
  },
  states: {
    untouched: 'No cell is chosen.',
    chosen: 'The quantity of the second line is chosen.',
    below: 'The quantity of the last line is chosen; nothing was saved.',
    beside: 'The quantity of the last line is chosen.',
    first: 'The quantity of the first line is chosen; nothing was saved.',
    severalChosen: 'The second and the last line are chosen.',
    lastChosen: 'Only the last line is chosen.',
    editing: 'The quantity of the second line can be typed and says 3.',
    editingBeside: 'The quantity of the last line can be typed.',
    typed: 'The quantity of the second line can be typed and says 48.',
    told: '48 is saved, once; the quantity of the last line is chosen.',
    toldFirst: '48 is saved, once; the quantity of the first line is chosen.',
    textWithoutRow: 'A message gives the typed text back; the quantity of the last line is chosen.',
  },
})
