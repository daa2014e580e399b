import { notifications } from '@mantine/notifications'
import { afterEach, expect, test, vi } from 'vitest'
import { announce } from './toasts'

const show = vi.spyOn(notifications, 'show').mockReturnValue('')
afterEach(() => show.mockClear())

const failed = (title: string, message: string) => ({ color: 'red', title, message })

test.each([
  [
    'spec 2 §8: No content to improve',
    { type: 'ai.nothing' },
    failed('No content to improve', 'Please enter some description text first.'),
  ],
  [
    'spec 2 §8: Improvement failed with the error message',
    { type: 'ai.failed', reason: 'Too many requests.' },
    failed('Improvement failed', 'Too many requests.'),
  ],
  [
    'spec 2 §8: or Please try again or contact support',
    { type: 'ai.failed', reason: '' },
    failed('Improvement failed', 'Please try again or contact support'),
  ],
  [
    'spec 2 §8: Failed to upload image: {reason}',
    { type: 'upload.failed', reason: 'The disk is full' },
    failed('Upload failed', 'Failed to upload image: The disk is full'),
  ],
  [
    'spec 2 §8: Failed to save task: {reason}',
    { type: 'tasks.failed', reason: 'Not today' },
    failed('Error', 'Failed to save task: Not today'),
  ],
  [
    'spec 2 §8: An unexpected error occurred. Please try again.',
    { type: 'tasks.failedUnexpectedly' },
    failed('Error', 'An unexpected error occurred. Please try again.'),
  ],
  [
    'spec 2 §8: N task(s) created successfully',
    { type: 'tasks.created', count: 3 },
    { message: '3 task(s) created successfully' },
  ],
  [
    'spec 2 §8: Description improved!',
    { type: 'ai.improved', note: null },
    { title: 'Description improved!', message: 'AI has enhanced your task description for clarity and grammar' },
  ],
  ['Reverted to original', { type: 'ai.reverted' }, { message: 'Reverted to original' }],
  ['Users mentioned and added', { type: 'people.mentioned' }, { message: 'Users mentioned and added' }],
  ['Private task converted to shared', { type: 'audience.converted' }, { message: 'Private task converted to shared' }],
] as const)('%s', (_, news, toast) => {
  announce(news)
  expect(show.mock.calls).toEqual([[toast]])
})
