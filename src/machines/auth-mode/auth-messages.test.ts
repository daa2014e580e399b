import { describe, expect, test } from 'vitest'
import { callbackMessage, newPasswordRefusal, resetRequestProblem, signInProblem, signUpProblem } from './auth-messages'

const refusal = (message: string, code?: string) => Object.assign(new Error(message), { code })

describe('signing in says', () => {
  test.each([
    [refusal('Invalid login credentials', 'invalid_credentials'), 'Invalid email or password'],
    [refusal('Email not confirmed', 'email_not_confirmed'), 'Please check your email to confirm your account'],
    [refusal('Email not confirmed'), 'Please check your email to confirm your account'],
    [refusal('Request rate limit reached', 'over_request_rate_limit'), 'Request rate limit reached'],
    [refusal('Failed to fetch'), 'Failed to fetch'],
    [refusal('{}'), 'Something went wrong. Please try again.'],
    [refusal('  '), 'Something went wrong. Please try again.'],
    ['a thrown string', 'Something went wrong. Please try again.'],
    [null, 'Something went wrong. Please try again.'],
    [{ code: 7, message: ['x'] }, 'Something went wrong. Please try again.'],
  ])('%o: %s', (error, text) => expect(signInProblem(error)).toEqual({ text, detail: null }))
})

test('somebody whose access was ended hears it in plain words, and what the server said', () => {
  expect(signInProblem(refusal('User is banned', 'user_banned'))).toEqual({
    text: 'Your access was ended. Ask an administrator if this is a mistake.',
    detail: 'User is banned',
  })
})

test('signing up differs only for invalid credentials', () => {
  expect(signUpProblem(refusal('x', 'invalid_credentials')).text).toBe('Unable to create account')
  expect(signUpProblem(refusal('Email not confirmed')).text).toBe('Please check your email to confirm your account')
  expect(signUpProblem(refusal('User already registered', 'user_already_exists')).text).toBe('User already registered')
})

test('an unknown address is named only where the server names it', () => {
  expect(resetRequestProblem(refusal('User not found', 'user_not_found'))).toEqual({
    text: 'User not found or you need to register first',
    detail: null,
  })
  expect(resetRequestProblem(refusal('Wait 32 seconds', 'over_email_send_rate_limit'))).toEqual({
    text: 'Failed to send reset email',
    detail: 'Wait 32 seconds',
  })
})

test('a refused new password says why', () => {
  expect(newPasswordRefusal(refusal('Auth session missing!'))).toEqual({
    text: 'Failed to reset password',
    detail: 'Auth session missing!',
  })
})

test('a callback error is told by its code', () => {
  expect(callbackMessage('verification_failed')).toBe('Email verification failed. The link may have expired.')
  expect(callbackMessage('invalid_callback')).toBe('Invalid authentication link. Please try requesting a new one.')
  expect(callbackMessage('callback_error')).toBe('Authentication processing failed. Please try again.')
  for (const code of ['server_error', '', '__proto__', 'constructor', '<b>x</b>']) {
    expect(callbackMessage(code)).toBe('An authentication error occurred')
  }
})
