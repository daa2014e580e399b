import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'

/**
 * Wraps one session of `engine` in a transaction that `close` undoes, so a test file leaves no rows and the next file
 * of the same worker has a warm session. Each call is a savepoint, one after another. `now()` is fixed, nothing is
 * committed and no notifications are sent: a test that needs those opens its own world.
 */
export async function withinOneTransaction(engine: Engine): Promise<Engine> {
  const { tx, end } = await openTransaction(engine)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
  const saved = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      await tx.exec('savepoint call')
      try {
        const result = await work(tx)
        await tx.exec('release savepoint call')
        return result
      } catch (error) {
        await tx.exec('rollback to savepoint call; release savepoint call')
        throw error
      }
    })
  const asCaller: Engine['asCaller'] = (caller, work, settings) =>
    saved(async (session) => {
      await actAs(session, caller, settings)
      const result = await work(session)
      await session.exec(
        `select set_config(name, '', true) from unnest(array['request.jwt.claims', 'request.jwt.claim.sub',
           'request.jwt.claim.role']) as name;
         set local role none`,
      )
      return result
    })
  return {
    ...engine,
    query: (sql, parameters) => saved((session) => session.query(sql, parameters)),
    exec: (sql) => saved((session) => session.exec(sql)),
    transaction: saved,
    asCaller,
    asCallerOnce: () => Promise.reject(new Error('A shared world answers no requests: open one of your own')),
    listen: () => Promise.reject(new Error('Nothing is notified in a shared world: open one of your own')),
    close: () => inTurn(end),
  }
}

/** A transaction that stays open until `end`, which undoes it. */
async function openTransaction(engine: Engine): Promise<{ tx: Queryable; end: () => Promise<void> }> {
  const undo = new Error('undo')
  const finish = Promise.withResolvers<never>()
  const begun = Promise.withResolvers<Queryable>()
  const whole = engine
    .transaction((tx) => {
      begun.resolve(tx)
      return finish.promise
    })
    .catch((error: unknown) => {
      begun.reject(error)
      if (error !== undo) throw error
    })
  const tx = await begun.promise
  return {
    tx,
    end: async () => {
      finish.reject(undo)
      await whole
    },
  }
}
