import { test } from 'vitest'
import { nudgeEvent } from '@/shared/domain/records/nudge'
import { expectTimeline } from '../testing'
import { aboutTables } from './about-tables'
import type { Signal } from './channels'

const said = (payload: unknown, event: string = nudgeEvent): Signal => ({ kind: 'message', event, payload })
const nudge = (table: string) => ({ table, op: 'UPDATE', id: null })

const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  r: said(nudge('user_roles')),
  p: said(nudge('page_permissions')),
  t: said(nudge('time_entries')),
  q: said('what is this'),
  o: said(nudge('user_roles'), 'typing'),
}

test('of a busy topic only the named tables and the connection are heard, and what may be about anything', () =>
  expectTimeline(({ hot, expectObservable }) => {
    const heard$ = hot('LttrptxtqotL', signals).pipe(aboutTables('user_roles', 'page_permissions'))
    expectObservable(heard$).toBe('L--rp-x-q--L', signals)
  }))
