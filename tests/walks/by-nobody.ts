type Reasons = Record<string, string>

const all = (reason: string, ...names: string[]): Reasons => Object.fromEntries(names.map((name) => [name, reason]))

/**
 * What no person can cause in a browser, and why: transitions and states of the machines that are walked there, by the names
 * that `npm run models -- --browser` prints. It fails for one that was neither seen nor named here, and for one that is
 * named here and was seen.
 */
export const byNobody: Record<string, Reasons> = {
  authMode: all(
    'The page asks for a mode only when it shows another one.',
    'form.signIn.idle: mode.signIn → form.signIn',
    'form.signIn.mailed: mode.signIn → form.signIn',
    'form.signIn.failed: mode.signIn → form.signIn',
    'form.signUp.idle: mode.signUp → form.signUp',
    'form.signUp.failed: mode.signUp → form.signUp',
    'form.signUp.done: mode.signUp → form.signUp',
    'form.reset.idle: mode.reset → form.reset',
    'form.reset.failed: mode.reset → form.reset',
    'form.reset.done: mode.reset → form.reset',
  ),
  session: {
    ...all('The page shows no Logout while the session is being read.', 'loading: person.signOut → signingOut'),
    ...all(
      'The account client removes a session that it cannot use, and says that it ended, before it answers.',
      'loading: done(readSession) 2/2 → signedOut',
      'loading: error(readSession) → signedOut',
    ),
    ...all(
      'A session that ended is gone from every tab: no tab is left to log out in, and it begins again by signing in.',
      'ended: session.left → signedOut',
      'ended: session.renewed → signedIn',
    ),
    ...all(
      'A tab hears that another person signed in before their token can be renewed.',
      'signedIn: session.renewed 1/3 → signedIn.bootstrapping',
    ),
    ...all(
      'A token is renewed after an hour, and a password is changed in another tab long before: a walk does not wait for it.',
      'signedIn: session.renewed 2/3 → signedIn.bootstrapping',
    ),
    ...all(
      'The account client removes the session, and says that it ended, before it asks the server to end it.',
      'signingOut: done(signOut) → signedOut',
      'signingOut: error(signOut) → signedOut',
      'closing: done(signOut) → ended',
      'closing: error(signOut) → ended',
    ),
  },
  quickAdd: all(
    'Refusals and lost connections are answers of the creation. Only a bug of the app is an error.',
    'saving.inserting: error(createTasks) → editing.asLeft',
  ),
  timer: {},
  readyUndo: all(
    'The outbox says after twelve seconds that the mark waits.',
    'marking: after(answerTimeout) → choosing',
    'unmarking: after(answerTimeout) → choosing',
  ),
  approval: {},
  payment: {},
  booking: {},
  mockupVisit: {},
  upload: {},
  sheet: {},
}
