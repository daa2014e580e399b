import { fromPromise } from 'xstate'
import { passwordResetMachine } from '@/machines/password-reset/password-reset.machine'
import { db } from '@/shared/db/client'
import { changePassword } from './api/change-password.mutation'
import { requestReset } from './auth-mode.actors'
import { signOutHere } from './session.actors'

/** The reset page with its real effects. */
export const livePasswordReset = passwordResetMachine.provide({
  actors: {
    requestReset: fromPromise(({ input }) => requestReset(input)),
    updatePassword: fromPromise(({ input }) => changePassword(input)),
    signOut: fromPromise(signOutEverywhere),
  },
})

/** A new password ends the sessions of all devices, because another person may hold one; at least this one. */
async function signOutEverywhere(): Promise<void> {
  const { error } = await db.auth.signOut({ scope: 'global' })
  if (error) await signOutHere()
}
