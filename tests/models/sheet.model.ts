import { createMachine } from 'xstate'

/** What a person sees of the cells of a sheet of three rows while colleagues add and remove rows. */
export const sheetModel = createMachine({
  types: {} as {
    events:
      | { type: 'beginNowhere' }
      | { type: 'click' }
      | { type: 'step' }
      | { type: 'extend' }
      | { type: 'begin' }
      | { type: 'type' }
      | { type: 'enter' }
      | { type: 'escape' }
      | { type: 'clickElsewhere' }
      | { type: 'colleagueAddsRow' }
      | { type: 'colleagueRemovesRow' }
  },
  id: 'sheetModel',
  initial: 'untouched',
  states: {
    untouched: { on: { beginNowhere: 'untouched', click: 'chosen', colleagueAddsRow: 'untouched' } },
    chosen: {
      on: {
        click: 'chosen',
        step: 'below',
        extend: 'severalChosen',
        begin: 'editing',
        colleagueAddsRow: 'chosen',
        colleagueRemovesRow: 'beside',
      },
    },
    below: { on: { click: 'chosen' } },
    beside: { on: { begin: 'editingBeside' } },
    editingBeside: { on: { escape: 'beside' } },
    severalChosen: { on: { step: 'lastChosen', click: 'chosen' } },
    lastChosen: {},
    editing: {
      on: {
        type: 'typed',
        enter: 'below',
        escape: 'chosen',
        clickElsewhere: 'first',
        colleagueAddsRow: 'editing',
        colleagueRemovesRow: 'textWithoutRow',
      },
    },
    typed: {
      on: {
        enter: 'told',
        escape: 'chosen',
        clickElsewhere: 'toldFirst',
        colleagueAddsRow: 'typed',
        colleagueRemovesRow: 'textWithoutRow',
      },
    },
    told: {},
    toldFirst: {},
    first: {},
    textWithoutRow: { on: { begin: 'editingBeside' } },
  },
})
