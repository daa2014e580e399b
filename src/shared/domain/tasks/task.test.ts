import { describe, expect, test } from 'vitest'
import { hasTitle, isPrivate, isTaskId, textToHtml, titleProblem } from './task'

test('spec 2 §5: a draft needs a title that is more than white space', () => {
  expect(['Shop front', '  x ', '', '   ', '\t\n', '\u00a0'].map((title) => hasTitle({ title }))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('spec 2 §5: a title of which nothing can be seen is blank', () => {
  expect(['\u200b', '\ufeff\u200d', '\u0000', '\u0007', '\u202e '].map((title) => hasTitle({ title }))).toEqual(
    Array(5).fill(false),
  )
  expect(['👩\u200d👩\u200d👧', '\u200bx', '\ud800'].map((title) => hasTitle({ title }))).toEqual(Array(3).fill(true))
})

test('a title holds 500 characters', () => {
  expect(titleProblem('x'.repeat(500))).toBe(null)
  expect(titleProblem(`  ${'x'.repeat(500)}  `)).toBe(null)
  expect(titleProblem('😀'.repeat(500))).toBe(null)
  expect(titleProblem('x'.repeat(501))).toBe('Use at most 500 characters (now 501).')
})

test('spec 2 §3: a task without assignees is private', () => {
  expect([{ assignees: [] }, { assignees: null }, { assignees: ['a'] }].map(isPrivate)).toEqual([true, true, false])
})

test('an id from the address is a uuid or nothing', () => {
  expect(
    ['6c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11', '00000000-0000-0000-0000-000000000012', 'x', '', "' or 1=1"].map(isTaskId),
  ).toEqual([true, true, false, false, false])
})

describe('typed text as a description', () => {
  test('keeps lines and paragraphs', () => {
    expect(textToHtml('one\ntwo\n\nthree\n')).toBe('<p>one<br>two</p><p>three</p>')
  })

  test('stays text, whatever it looks like', () => {
    expect(textToHtml('a < b & <img src=x onerror="alert(1)">')).toBe(
      '<p>a &lt; b &amp; &lt;img src=x onerror=&quot;alert(1)&quot;&gt;</p>',
    )
  })

  test('is nothing when nothing was typed', () => {
    expect(textToHtml(' \n ')).toBe('')
  })
})
