import { anybody } from '../route-sets/route.ts'
import { everySet } from './area.ts'

export const systemForVisitors = [
  {
    path: '/',
    sets: ['staff', 'client'],
    title: 'Sign in',
    part: 'access',
    guard: anybody,
    frame: 'bare',
    load: async () => (await import('../screens/sign-in.tsx')).SignIn,
  },
  {
    path: '/auth',
    sets: everySet,
    title: 'Sign in',
    part: 'access',
    guard: anybody,
    frame: 'bare',
    load: async () => (await import('../screens/sign-in.tsx')).SignIn,
  },
  {
    path: '/auth/reset-password',
    sets: everySet,
    title: 'Reset password',
    part: 'access',
    guard: anybody,
    frame: 'bare',
    load: async () => (await import('@/features/system/auth/components/reset-password-screen')).ResetPasswordScreen,
  },
  {
    path: '/auth/email-confirmed',
    sets: everySet,
    title: 'Email confirmed',
    part: 'access',
    guard: anybody,
    frame: 'bare',
    load: async () => (await import('@/features/system/auth/components/email-confirmed-screen')).EmailConfirmedScreen,
  },
  {
    path: '/auth/callback',
    sets: everySet,
    title: 'Verifying your email',
    part: 'access',
    guard: anybody,
    frame: 'bare',
    load: async () => (await import('../screens/auth-callback.tsx')).AuthCallback,
  },
] as const
