import { describe, expect, test } from 'vitest'
import { rightsOn, withRight } from './page-right'

const none = { page_name: 'tasks', can_view: false, can_create: false, can_edit: false, can_delete: false }

test('without a row there are no rights', () => expect(rightsOn([], 'tasks')).toEqual(none))

describe('giving and taking a right', () => {
  test('whoever may change something sees it', () =>
    expect(withRight(none, 'edit', true)).toEqual({ ...none, can_view: true, can_edit: true }))

  test('taking one right leaves the others', () =>
    expect(withRight({ ...none, can_view: true, can_edit: true }, 'edit', false)).toEqual({ ...none, can_view: true }))

  test('without the view nothing is left', () =>
    expect(withRight({ ...none, can_view: true, can_edit: true, can_delete: true }, 'view', false)).toEqual(none))

  test('taken gives none, not even a view', () =>
    expect(withRight({ ...none, can_edit: true }, 'edit', false)).toEqual(none))
})
