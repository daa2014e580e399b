import { type Browser, expect } from '@playwright/test'
import { seriousProblemsInDialog } from './accessibility.ts'
import { TaskPage } from './pages/task-page.ts'
import { redness, redPage } from './pdf.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

const checklist =
  '<ul class="todo-list" data-list="todo"><li data-list="unchecked" data-id="a">Cut</li><li data-list="unchecked" data-id="b">Weed</li></ul>'

async function newTask(creator: Person, assignees: Person[], change: Record<string, unknown> = {}): Promise<string> {
  const task = {
    title: `Van wrap for ${creator.name}`,
    description: `<p>Both sides.</p>${checklist}`,
    created_by: creator.id,
    assignees: assignees.map(({ id }) => id),
    ...change,
  }
  const { data } = await admin().from('tasks').insert(task).select('id').single().throwOnError()
  return data.id
}

async function two(browser: Browser) {
  const [maria, mark] = [await newPerson('sales', 'Maria'), await newPerson('team_member', 'Mark')]
  const taskId = await newTask(maria, [mark])
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, maria)
  await signIn(his, mark)
  const her = new TaskPage(await hers.newPage())
  const him = new TaskPage(await his.newPage())
  await her.open(taskId)
  await him.open(taskId)
  return { maria, mark, taskId, her, him }
}

/** Maria alone on a task that is Mark's too. */
async function alone(browser: Browser) {
  const [maria, mark] = [await newPerson('sales', 'Maria'), await newPerson('team_member', 'Mark')]
  const taskId = await newTask(maria, [mark])
  const context = await browser.newContext()
  await signIn(context, maria)
  const her = new TaskPage(await context.newPage())
  await her.open(taskId)
  return { taskId, her }
}

/** The delay in ms between the first one's action and the second one's view of it. */
async function seenAfter(act: () => Promise<unknown>, seen: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await Promise.all([act(), seen()])
  return Math.round(performance.now() - start)
}

test('spec 2 §2: two people on one task see who looks, who types, what is said, ticked and ready', async ({
  browser,
}) => {
  const { maria, mark, her, him } = await two(browser)
  await expect(her.dialog.getByRole('img', { name: `Also looking: ${mark.name}` })).toBeVisible()
  await expect(him.dialog.getByRole('img', { name: `Also looking: ${maria.name}` })).toBeVisible()
  await expect(her.dialog.getByText('No comments yet. Be the first to comment!')).toBeVisible()

  const typing = await seenAfter(
    () => him.write('Printed, drying now.'),
    () => expect(her.dialog.getByText(`${mark.name} is typing…`)).toBeVisible(),
  )
  const comment = await seenAfter(
    () => him.addButton.click(),
    () => expect(her.said('Printed, drying now.')).toBeVisible(),
  )
  await him.toasts('Comment added successfully')
  const tick = await seenAfter(
    () => him.line('Cut').click(),
    () => expect(her.line('Cut')).toBeChecked(),
  )
  await him.toasts('Task todo list has been updated successfully.')
  const people = her.dialog.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: mark.name })
  const ready = await seenAfter(
    () => him.dialog.getByRole('button', { name: 'Mark me Ready' }).click(),
    () => expect(people.getByText('Ready', { exact: true })).toBeVisible(),
  )
  await him.dialog.getByRole('button', { name: 'Undo Ready' }).click()
  await expect(people.getByText('Ready', { exact: true })).toBeHidden()
  test.info().annotations.push({ type: 'seen live, ms', description: JSON.stringify({ typing, comment, tick, ready }) })

  expect(await seriousProblemsInDialog(her.page)).toEqual([])

  await him.page.goto('/dashboard')
  await expect(her.dialog.getByRole('img', { name: `Also looking: ${mark.name}` })).toBeHidden()
})

test('two people who tick at once lose nothing', async ({ browser }) => {
  const { taskId, her, him } = await two(browser)
  await Promise.all([her.line('Cut').click(), him.line('Weed').click()])
  for (const page of [her, him]) {
    await expect(page.line('Cut')).toBeChecked()
    await expect(page.line('Weed')).toBeChecked()
  }
  const { data } = await admin().from('tasks').select('description').eq('id', taskId).single().throwOnError()
  expect(data.description.match(/data-list="checked"/g)).toHaveLength(2)
})

test('two people who write the description at once: one is told in words, and nothing is lost', async ({ browser }) => {
  const { taskId, her, him } = await two(browser)
  for (const page of [her, him]) await page.dialog.getByRole('button', { name: 'Edit description' }).click()
  await her.writeDescription('The left side only. ')
  await him.writeDescription('The right side only. ')
  await him.line('Cut').click()
  await expect(her.line('Cut')).toBeChecked()
  await her.dialog.getByRole('button', { name: 'Save description' }).click()
  await expect(him.dialog.getByRole('alert')).toContainText('Somebody else changed the description meanwhile')
  await expect(him.dialog.getByRole('alert')).toContainText('The left side only.')
  await expect(him.description).toContainText('The right side only.')
  await him.dialog.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(her.dialog.getByText('The right side only.')).toBeVisible()
  const { data } = await admin().from('tasks').select('description').eq('id', taskId).single().throwOnError()
  expect(data.description).toContain(checklist.replace('"unchecked" data-id="a"', '"checked" data-id="a"'))
})

test('spec 2 §8: a comment whose answer is lost waits, survives a reload, and is added once', async ({ browser }) => {
  const { taskId, her } = await alone(browser)
  await her.page.route('**/rest/v1/task_comments*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await her.say('Is it still RAL 5015?')
  const waiting = her.page.getByRole('button', { name: /^1 waiting/ })
  await expect(waiting).toBeVisible()
  await her.page.unroute('**/rest/v1/task_comments*')
  await her.page.reload()
  await expect(her.said('Is it still RAL 5015?')).toBeVisible()
  await expect(waiting).toBeHidden()
  await expect(her.comment).not.toContainText('RAL')
  const { data } = await admin().from('task_comments').select('content').eq('task_id', taskId).throwOnError()
  expect(data).toEqual([{ content: '<p>Is it still RAL 5015?</p>' }])
})

test(
  'spec 2 §5: files go with a comment and are shown in the page to the other: a picture, a PDF',
  { tag: '@whole' },
  async ({ browser }) => {
    const { her, him } = await two(browser)
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await expect(her.addButton).toBeDisabled()
    await her.attach('Schürze – Größe L.png', 'image/png', dot)
    await her.attach('plan.pdf', 'application/pdf', redPage())
    await expect(her.dialog.getByText('Uploaded')).toHaveCount(2)
    await her.addButton.click()
    const picture = him.dialog.getByRole('button', { name: 'Show Schürze – Größe L.png' })
    await expect(picture).toBeVisible()
    await picture.click()
    const image = him.page.getByRole('dialog').getByRole('img', { name: 'Schürze – Größe L.png' })
    await expect(image).toHaveJSProperty('naturalWidth', 1)
    await him.page.keyboard.press('Escape')
    await expect(image).toBeHidden()

    await him.dialog.getByRole('button', { name: 'Show plan.pdf' }).click()
    const pages = him.page.getByRole('dialog', { name: 'plan.pdf' }).locator('iframe')
    await expect.poll(() => redness(pages)).toBeGreaterThan(0.2)
  },
)

const handlers = 'onerror onload onclick onmouseover onfocus onanimationstart ontoggle onpointerenter'.split(' ')
const tags = 'img svg video audio iframe object embed details input body marquee form math style link meta'.split(' ')
const hack = "window.owned=1;fetch('https://canary.test/x')"
/** Attacks: handlers, tags, addresses, mutations, foreign namespaces, clobbered names. */
const payloads = [
  ...tags.flatMap((tag) =>
    handlers.map((handler) => `<${tag} src=x autofocus open tabindex=0 ${handler}="${hack}">x</${tag}>`),
  ),
  ...['javascript:', 'JaVaScRiPt:', ' java\tscript:', '&#106;avascript:', 'vbscript:', 'data:text/html,'].flatMap(
    (scheme) => [
      `<a href="${scheme}${hack}" class="mention">go</a>`,
      `<iframe src="${scheme}${hack}"></iframe>`,
      `<form action="${scheme}${hack}"><button>go</button></form>`,
    ],
  ),
  `<script>${hack}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${hack}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${hack}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${hack}>">`,
  `<svg><animate onbegin=${hack} attributeName=x dur=1s></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='${hack}'/>#x"></svg>`,
  `<template><img src=x onerror="${hack}"></template>`,
  `<img src="https://canary.test/pixel.png">`,
  `<p style="background:url(https://canary.test/bg.png)">x</p>`,
  `<style>@import 'https://canary.test/x.css'</style>`,
  `<link rel=stylesheet href="https://canary.test/x.css"><base href="https://canary.test/">`,
  `<form id=documentElement><input name=attributes><input name=body></form>`,
  `<ul class="todo-list" data-list="todo"><li data-list="checked" data-id="&quot;><img src=x onerror=${hack}>">x</li></ul>`,
  `@<img src=x onerror=${hack}> Maria`,
  `https://canary.test/"onmouseover="${hack}`,
]

test(`T13: ${payloads.length} stored scripts do nothing when they are shown`, async ({ browser }) => {
  test.setTimeout(120_000)
  const maria = await newPerson('sales', 'Maria')
  const taskId = await newTask(maria, [], { description: payloads.slice(0, 40).join('') })
  const comments = payloads.map((content) => ({ task_id: taskId, user_id: maria.id, content }))
  await admin().from('task_comments').insert(comments).throwOnError()
  const context = await browser.newContext()
  await signIn(context, maria)
  const page = new TaskPage(await context.newPage())
  const alarms: string[] = []
  page.page.on('dialog', (dialog) => alarms.push(dialog.message()))
  page.page.on('request', (request) => {
    if (request.url().includes('canary')) alarms.push(request.url())
  })
  const reports: string[] = []
  await page.page.exposeFunction('tellReport', (report: string) => reports.push(report))
  await page.page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      (window as unknown as { tellReport: (report: string) => void }).tellReport(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    ),
  )
  await page.open(taskId)
  await expect(page.dialog.getByText('Private', { exact: true })).toBeVisible()
  const shown = page.dialog.locator('ol > li')
  const earlier = page.dialog.getByRole('button', { name: 'Show earlier comments' })
  for (let count = 30; count < payloads.length; count += 30) {
    await expect(shown).toHaveCount(count)
    await earlier.click()
  }
  await expect(shown).toHaveCount(payloads.length)
  await expect(earlier).toBeHidden()
  const found = await page.dialog.evaluate((dialog) =>
    [...dialog.querySelectorAll('ol *')].flatMap((element) => {
      const bad = [...element.attributes].filter(
        ({ name, value }) => /^on/.test(name) || /^\s*(java|vb)script:/i.test(value),
      )
      return bad.length > 0 || /^(script|iframe|object|embed|form|style|link|meta|base)$/i.test(element.tagName)
        ? element.outerHTML
        : []
    }),
  )
  expect(found).toEqual([])
  expect(await page.page.evaluate(() => 'owned' in window)).toBe(false)
  expect(alarms).toEqual([])
  expect(reports).toEqual([])
})

test('spec 2 §7, §8: somebody else’s private task is not found', async ({ browser }) => {
  const [maria, mark] = [await newPerson('sales', 'Maria'), await newPerson('team_member', 'Mark')]
  const taskId = await newTask(maria, [])
  const context = await browser.newContext()
  await signIn(context, mark)
  const page = await context.newPage()
  await page.goto(`/dashboard?task=${taskId}`)
  await expect(page.getByText('Task not found')).toBeVisible()
})
