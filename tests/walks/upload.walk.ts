import { expect } from '@playwright/test'
import { TaskPage } from '../e2e/pages/task-page.ts'
import { admin, newPerson, signIn } from '../e2e/people.ts'
import { test } from './walk.ts'

test('files of a comment: arrive, are taken away, are lost, are tried again, and go with the comment', async ({
  context,
  watch,
}) => {
  const maria = await newPerson('sales', 'Maria')
  const { data } = await admin()
    .from('tasks')
    .insert({ title: 'Van wrap', description: '<p>Both sides.</p>', created_by: maria.id, assignees: [maria.id] })
    .select('id')
    .single()
    .throwOnError()
  await signIn(context, maria)
  const task = new TaskPage(await context.newPage())
  await task.open(data.id)
  const took = (transition: string) => watch.took('upload', `*: ${transition} → no change of state`)
  const bytes = Buffer.from('%PDF-1.4 a drawing')

  await task.attach('front.pdf', 'application/pdf', bytes)
  await took('files.add')
  await took('transfer.done')
  await task.dialog.getByRole('button', { name: /(Remove|Cancel) front.pdf/ }).click()
  await took('file.remove')

  const storage = '**/storage/v1/object/upload/**'
  await task.page.route(storage, (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionrefused') : route.fallback(),
  )
  await task.attach('side.pdf', 'application/pdf', bytes)
  await took('transfer.failed')
  await task.toasts('File upload failed: The connection was lost')
  await task.page.unroute(storage)
  await task.dialog.getByRole('button', { name: 'Try side.pdf again' }).click()
  await took('file.retry')
  await took('transfer.progress')
  await task.say('Here is the drawing.')
  await took('files.clear')
  await expect(task.said('Here is the drawing.')).toBeVisible()
})
