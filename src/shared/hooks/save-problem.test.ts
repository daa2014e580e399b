import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { expect, test } from 'vitest'
import { saveProblem } from './save-problem'

const refused = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['a policy', refused('42501', 'new row violates row-level security policy for table "contacts"')],
  ['a missing grant', refused('42501', 'permission denied for table contacts')],
])('a refusal by %s is said in our words', (_, error) =>
  expect(saveProblem(error)).toBe('You may not do this. Your rights may have changed meanwhile.'),
)

test('a sentence of our own functions comes as it is', () => {
  expect(saveProblem(refused('42501', 'Only admins make admins'))).toBe('Only admins make admins')
  expect(saveProblem(refused('PT409', 'It was decided meanwhile'))).toBe('It was decided meanwhile')
})

test('what is there already is called by its name where the form knows it', () => {
  const twice = refused('23505', 'duplicate key value violates unique constraint "one"')
  expect([saveProblem(twice), saveProblem(twice, 'This contact has this account already.')]).toEqual([
    'This is there already.',
    'This contact has this account already.',
  ])
  expect(saveProblem(refused('23503', 'update or delete on table "a" violates foreign key'), 'There')).toBe(
    'This is still in use.',
  )
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  '“%s” is a server that cannot be reached',
  (message) => expect(saveProblem(new TypeError(message))).toBe(cannotWaitWords),
)

test('what is no error at all is a problem too', () => expect(saveProblem(null)).toBe('This could not be saved.'))
