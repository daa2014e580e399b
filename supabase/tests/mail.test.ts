import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClaimedMail } from '../functions/_shared/mail-queue.ts'
import { MailFailure } from '../functions/_shared/mail-failure.ts'
import { sendDueMails } from '../functions/_shared/mail-sender.ts'
import { englishPaperTexts } from '../../src/shared/domain/texts/papers/english.ts'
import { renderMail } from '../../src/documents/mail/render.ts'
import type { MailValues } from '../../src/documents/mail/values.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { emailOf, idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** `refused` expects the refusal of one statement; the transaction goes on after it. */
type Refused = (trying: () => Promise<unknown>, words: string) => Promise<void>
const inTrade = <Result>(work: (trade: Trade, refused: Refused) => Promise<Result>) =>
  undone(engine, async (tx) =>
    work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    }),
  )

const uuid = (number: number) => `e0000000-0000-4000-a000-${String(number).padStart(12, '0')}`

/** A draft of 100.00 net for the client, by sales. */
async function draft({ sales }: Trade): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'Fascia', 1, 100, 18)`)
  return id
}

const send = (kind: string, id: string, more = '', mail = uuid(1), to = "'{Ann@Client.example}'") =>
  `select public.send_document('${kind}', '${id}', ${to}, '${mail}'${more})`

const mails = ({ server }: Trade, where = 'true') =>
  server.rows<{ template_key: string; status: string; recipients: string[] }>(
    `select template_key, status, recipients from public.scheduled_emails where ${where} order by send_at, template_key`,
  )

/** All times of the queue move into the past: so much later is it now. */
const later = ({ server }: Trade, interval: string) =>
  server.run(`update public.scheduled_emails set send_at = send_at - interval '${interval}',
    next_try_at = next_try_at - interval '${interval}', claimed_at = claimed_at - interval '${interval}'`)

describe('the queue', () => {
  test('one mail a key, none from a template that is switched off, and a bad address fails nobody', async () => {
    await inTrade(async (trade) => {
      const queue = (to: string, key: string) =>
        trade.server.value<string | null>(`select private.queue_mail('statement', array[${to}], null, null, '${key}')`)
      const first = await queue(`' Ann@client.example ', 'ann@client.example'`, 'one')
      expect(await queue(`'bob@client.example'`, 'one')).toBe(first)
      await queue(`'ann at client'`, 'two')
      await queue(`''`, 'three')
      await trade.server.run(
        `update public.email_templates set is_active = false where key = 'statement' and language = 'en'`,
      )
      expect(await queue(`'ann@client.example'`, 'four')).toBeNull()
      expect(
        await trade.server.rows(
          'select dedupe_key, status, recipients, last_error from public.scheduled_emails order by dedupe_key',
        ),
      ).toEqual([
        { dedupe_key: 'one', status: 'queued', recipients: ['ann@client.example'], last_error: null },
        { dedupe_key: 'three', status: 'failed', recipients: [], last_error: 'There is no e-mail address' },
        {
          dedupe_key: 'two',
          status: 'failed',
          recipients: ['ann at client'],
          last_error: '“ann at client” is not an e-mail address',
        },
      ])
    })
  })

  test.each([
    'quotation',
    'order',
    'invoice',
    'credit_note',
    'delivery',
    'statement',
    'payment',
    'mockup',
    'purchase_order',
    'booking',
    'visitor_request',
  ])('the values of a mail about a %s can be read', async (kind) => {
    await inTrade(async ({ server }) => {
      await server.run(`select private.mail_facts('${kind}', '${uuid(9)}')`)
    })
  })

  test.each([
    ['quotation', 'quotation'],
    ['order', 'order_confirmation'],
    ['invoice', 'invoice'],
  ])('a mail with a %s speaks of VAT where there is some', async (kind, template) => {
    const sentence = async (rate: number) =>
      inTrade(async (trade) => {
        const { sales, accounts, server } = trade
        const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
        await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
          values ('${quotation}', 'a0', 'Fascia', 1, 100, ${rate})`)
        await sales.run(`select public.send_quotation('${quotation}')`)
        const order = await sales.value<string>(
          `select public.record_quotation_answer('${quotation}', 'approved', 'Ann')`,
        )
        const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
        const id = { quotation, order, invoice }[kind]
        const body = await server.value<string>(
          `select body from public.email_templates where key = '${template}' and language = 'en'`,
        )
        const values = await server.value<MailValues>(`select private.mail_values('${kind}', '${id}', '{}', null)`)
        return renderMail({ subject: 'A paper', body }, { ...values, texts: englishPaperTexts }, 'https://sign.example')
          .text
      })
    const taxed = await sentence(18)
    expect(taxed).toMatch(/€118\.00(\*\*)?, including VAT/)
    const untaxed = await sentence(0)
    expect(untaxed).toContain('€100.00')
    expect(untaxed).not.toMatch(/including|VAT/)
  })

  test('is signed with the name that somebody wrote of themselves, else by the company, never with an address', async () => {
    await inTrade(async ({ server }) => {
      const sender = () =>
        server.value<string>(
          `select private.mail_values('invoice', null, '{}', '${idOf('sales')}') -> 'values' ->> 'sender'`,
        )
      await server.run(`update public.company_settings set name = 'Tramuntana Signs'`)
      await server.run(`update public.contacts set name = null, last_name = null where user_id = '${idOf('sales')}'`)
      expect(await sender()).toBe('Tramuntana Signs')
      await server.run(`update public.contacts set name = 'Sal' where user_id = '${idOf('sales')}'`)
      expect(await sender()).toBe('Sal')
    })
  })

  test('a mail with an invoice asks for what is open, and for nothing where all is paid, in every language', async () => {
    await inTrade(async ({ accounts, server }) => {
      const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
      await accounts.run(`select public.issue_invoice('${id}')`)
      const shipped = await server.rows<{ language: string; body: string }>(
        `select language, body from public.email_templates where key = 'invoice' and created_by is null order by language`,
      )
      expect(shipped).toHaveLength(9)
      const mails = async () => {
        const values = await server.value<MailValues>(`select private.mail_values('invoice', '${id}', '{}', null)`)
        return shipped.map(({ body }) =>
          renderMail({ subject: 'A paper', body }, { ...values, texts: englishPaperTexts }, 'https://sign.example'),
        )
      }
      const pay = (amount: string) =>
        accounts.run(
          `select public.record_payment('${row.clientContact}', ${amount}, 'cash', p_allocations => '[{"invoice_id": "${id}", "amount": "${amount}"}]')`,
        )
      const settled = /settled|beglichen|réglée|saldata|saldada|liquidada|voldaan|rozliczona|Imħallsa/
      const card = /\bcard\b|Karte|carte|carta|tarjeta|cartão|kaart|kartą|karta/
      for (const { html, text } of await mails()) {
        expect(html).toContain('/invoices/payment/')
        expect(text).not.toMatch(settled)
        expect(text).not.toMatch(card)
      }
      expect((await mails())[1]?.text).toMatch(/Please pay it by .*Pay the invoice/s)
      await pay('18.00')
      for (const { html, text } of await mails()) {
        expect(text).toContain('€100.00')
        expect(html).toContain('/invoices/payment/')
      }
      await pay('100.00')
      for (const { html, text } of await mails()) {
        expect(text).toMatch(settled)
        expect(text).not.toContain('€0.00')
        expect(text).not.toMatch(card)
        expect(html).not.toContain('/invoices/payment/')
      }
      expect((await mails())[1]?.text).not.toMatch(/Please pay|Pay the/)
    })
  })

  /** A sent quotation, and the mails that thank for its approval. */
  const approvable = async (trade: Trade, deposit = 0, qty = 1) => {
    const { sales, server } = trade
    await trade
      .as('admin')
      .run(`update public.email_templates set is_active = true where key = 'quotation_approved' and language = 'en'`)
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a', 'item', 'Fascia', ${qty}, 100, 18)`)
    await sales.run(
      `update public.quotations set deposit_kind = 'amount', deposit_value = ${deposit} where id = '${id}' and ${deposit} > 0`,
    )
    await sales.run(`select public.send_quotation('${id}')`)
    return {
      id,
      approve: () => sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Rita Grech')`),
      undo: () => sales.run(`select public.undo_approval('${id}', 'Too soon')`),
      thanks: () =>
        server.rows(`select status, send_at >= now() + interval '9 minutes' as waits from public.scheduled_emails
          where record_id = '${id}' and template_key = 'quotation_approved' order by dedupe_key`),
    }
  }
  const waiting = { status: 'queued', waits: true }
  const cancelled = { status: 'cancelled', waits: true }

  test('the thanks for an approval wait, end when the approval is undone, and a new approval thanks again', async () => {
    await inTrade(async (trade) => {
      const { approve, undo, thanks } = await approvable(trade)
      await approve()
      expect(await thanks()).toEqual([waiting])
      await undo()
      expect(await thanks()).toEqual([cancelled])
      await approve()
      expect(await thanks()).toEqual([cancelled, waiting])
      await undo()
      await approve()
      expect(await thanks()).toEqual([cancelled, cancelled, waiting])
    })
  })

  test('the thanks for an approval outlive the deposit that is paid at once, and not the cancelled order', async () => {
    await inTrade(async (trade) => {
      const { approve, thanks } = await approvable(trade)
      const order = await approve()
      await trade.accounts.run(
        `select public.record_payment('${row.clientContact}', 30, 'cash', p_order_id => '${order}')`,
      )
      expect(await thanks()).toEqual([waiting])
    })
    await inTrade(async (trade) => {
      const { approve, thanks } = await approvable(trade)
      const order = await approve()
      await trade.sales.run(`select public.cancel_order('${order}', 'The client gave up')`)
      expect(await thanks()).toEqual([cancelled])
    })
  })

  const written = (server: Trade['server'], template: string, kind: string, id: string) =>
    server
      .rows<{ language: string; subject: string; body: string }>(
        `select language, subject, body from public.email_templates where key = '${template}' and created_by is null order by language`,
      )
      .then(async (shipped) => {
        const values = await server.value<MailValues>(`select private.mail_values('${kind}', '${id}', '{}', null)`)
        return shipped.map(({ language, ...words }) => ({
          language,
          ...renderMail(words, { ...values, texts: englishPaperTexts }, 'https://sign.example'),
        }))
      })

  test('the thanks for an approval ask for what is left of the deposit when they are written, in every language', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts, server } = trade
      const { id, approve } = await approvable(trade, 60)
      const order = await approve()
      const said = async () => {
        const all = await written(server, 'quotation_approved', 'quotation', id)
        expect(all).toHaveLength(9)
        const amounts = all.map(({ text }) => [...text.matchAll(/\d+(?=[.,]00)/g)].map(([amount]) => amount).toSorted())
        expect(new Set(amounts.map((one) => one.join())).size).toBe(1)
        return { amounts: amounts[0], text: all.find(({ language }) => language === 'en')?.text ?? '' }
      }
      const pay = (amount: number) =>
        accounts.run(
          `select public.record_payment('${row.clientContact}', ${amount}, 'cash', p_order_id => '${order}')`,
        )
      const whole = await said()
      expect(whole.amounts).toEqual(['60'])
      expect(whole.text).toContain('We start when the deposit of €60.00 has arrived. You can pay it')
      await pay(20)
      const part = await said()
      expect(part.amounts).toEqual(['20', '40'])
      expect(part.text).toContain('We start when the remaining €40.00 has arrived too. You can pay it')
      await sales.run(`select public.hold_order('${order}', 'The site is not ready')`)
      const held = await said()
      expect(held.amounts).toEqual([])
      expect(held.text).toContain('It is on hold at present.')
      expect(held.text).not.toContain('we prepare')
      await sales.run(`select public.release_order('${order}')`)
      await pay(40)
      const paid = await said()
      expect(paid.amounts).toEqual(['60'])
      expect(paid.text).toContain('The deposit of €60.00 has arrived, and we begin.')
      expect(paid.text).not.toContain('pay it')
    })
  })

  test('a confirmation that waits is not sent when the order is cancelled meanwhile', async () => {
    await inTrade(async (trade) => {
      const { approve } = await approvable(trade)
      const order = await approve()
      await trade.sales.run(send('order', order, `, p_send_at => now() + interval '1 day'`))
      await trade.sales.run(`select public.cancel_order('${order}', 'The client gave up')`)
      expect(await mails(trade, `record_id = '${order}'`)).toMatchObject([{ status: 'cancelled' }])
    })
  })

  test('the mail of a delivery says whether it brought all, a part or the rest of the order, in every language', async () => {
    await inTrade(async (trade) => {
      const { server, workshop } = trade
      const { approve } = await approvable(trade, 0, 6)
      const order = await approve()
      const [first, second] = [uuid(80), uuid(81)] as const
      for (const [number, id] of [first, second].entries())
        await server.run(
          `insert into public.deliveries (id, delivery_number, order_id, contact_id, method, project_title)
           values ('${id}', 'DN-770${number}', '${order}', '${row.clientContact}', 'delivery', 'Shop front')`,
        )
      const line = await server.value<string>(`select id from public.order_items where order_id = '${order}'`)
      for (const [delivery, qty] of [
        [first, 4],
        [second, 2],
      ] as const)
        await server.run(`insert into public.delivery_items (delivery_id, order_item_id, position, qty)
          values ('${delivery}', '${line}', 'a', ${qty})`)
      const said = async (id: string) => {
        const all = await written(server, 'delivery_delivered', 'delivery', id)
        expect(all).toHaveLength(9)
        return all
      }
      const leaving = await written(server, 'delivery_on_the_way', 'delivery', first)
      expect(leaving).toHaveLength(9)
      for (const { subject, text } of leaving) {
        expect(subject).toMatch(/par|Teil|częściowa|deel/i)
        expect(text).toMatch(/: 4 × \S/)
      }
      await workshop.run(`select public.deliver_drop('${first}')`)
      const part = await said(first)
      const english = (all: typeof part) => all.find(({ language }) => language === 'en')
      expect(english(part)?.subject).toBe('Part delivery: Shop front')
      expect(english(part)?.text).toContain('we delivered a part of Shop front. What is still missing follows.')
      await workshop.run(`select public.deliver_drop('${second}')`)
      expect((await written(server, 'delivery_on_the_way', 'delivery', second))[0]?.text).toMatch(/: 2 × \S/)
      const rest = await said(second)
      expect(english(rest)?.text).toContain('we delivered the rest of Shop front.')
      expect(english(rest)?.text).not.toContain('follows')
      for (const [index, { text }] of rest.entries()) expect(text).not.toBe(part[index]?.text)
    })
  })

  test('an invoice that is open again is reminded of again, but for what a person cancelled', async () => {
    await inTrade(async ({ accounts, server }) => {
      const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a', 'item', 'Lettering', 1, 100, 18)`)
      await accounts.run(`select public.issue_invoice('${id}')`)
      await server.run(`select private.plan_reminders('invoice', '${id}', '{ann@client.example}', '{3,9,15}', now())`)
      const reminders = async () =>
        (
          await server.rows<{ status: string }>(
            `select status from public.scheduled_emails where record_id = '${id}' and is_reminder order by send_at`,
          )
        ).map(({ status }) => status)
      const second = await server.value<string>(
        `select id from public.scheduled_emails where dedupe_key like 'invoice/${id}/%/9'`,
      )
      await server.run(`select public.cancel_mail('${second}')`)
      const payment = await accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 118, 'cash', p_allocations => '[{"invoice_id": "${id}", "amount": "118.00"}]')`,
      )
      expect(await reminders()).toEqual(['cancelled', 'cancelled', 'cancelled'])
      await accounts.run(`select public.take_back_payment('${payment}', 'It never came in')`)
      expect(await reminders()).toEqual(['queued', 'cancelled', 'queued'])
      // Another plan replaces it, whatever was cancelled before.
      await server.run(`select private.plan_reminders('invoice', '${id}', '{ann@client.example}', '{9}', now())`)
      expect(await reminders()).toEqual(['cancelled', 'queued', 'cancelled'])
    })
  })

  test('a planned reminder waits while a question of the client waits, and three days after its answer', async () => {
    await inTrade(async ({ accounts, client, server }) => {
      const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a', 'item', 'Lettering', 1, 100, 18)`)
      await accounts.run(`select public.issue_invoice('${id}')`)
      await server.run(`select private.plan_reminders('invoice', '${id}', '{ann@client.example}', '{3}', now())`)
      await server.run(
        `update public.scheduled_emails set send_at = now(), next_try_at = now() where record_id = '${id}'`,
      )
      const goesOut = () =>
        server.value<boolean>(
          `select exists (select from private.claim_due(20) as mail where mail ->> 'record_id' = '${id}' and mail ->> 'subject' ~ 'overdue')`,
        )
      const link = await server.value<string>(`select public_uuid from public.invoices where id = '${id}'`)
      await client.run(`select public.ask_about_document('${link}', 'Carla Client', 'The price is not the agreed one')`)
      expect(await goesOut()).toBe(false)
      await accounts.run(`select public.answer_question('invoice', '${id}', 'It is: see your order')`)
      expect(await goesOut()).toBe(false)
      await server.run(`alter table public.document_events disable trigger user`)
      await server.run(`update public.document_events set at = at - interval '73 hours' where record_id = '${id}'`)
      await server.run(`alter table public.document_events enable trigger user`)
      expect(await goesOut()).toBe(true)
    })
  })

  test('an invoice that is wholly credited or written off is not reminded of; one that is owed again is', async () => {
    await inTrade(async ({ as, accounts, server }) => {
      const reminded = async () => {
        const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
        await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
          values ('${id}', 'a', 'item', 'Lettering', 2, 100, 18)`)
        await accounts.run(`select public.issue_invoice('${id}')`)
        await server.run(`select private.plan_reminders('invoice', '${id}', '{ann@client.example}', '{-3,9}', now())`)
        return id
      }
      const reminders = (id: string) =>
        server.value(`select string_agg(distinct status, ' ') from public.scheduled_emails
          where record_id = '${id}' and is_reminder`)
      const credited = await reminded()
      const item = await accounts.value<string>(`select id from public.invoice_items where invoice_id = '${credited}'`)
      for (const [lines, expected] of [
        [`'[{"invoice_item_id": "${item}", "qty": 1}]'`, 'queued'],
        ['null', 'cancelled'],
      ] as const) {
        const note = await accounts.value<string>(
          `select public.make_credit_note('${credited}', 'Not delivered', ${lines})`,
        )
        await accounts.run(`select public.issue_credit_note('${note}')`)
        expect(await reminders(credited)).toBe(expected)
      }
      const gone = await reminded()
      const off = await as('admin').value<string>(`select public.write_off_invoice('${gone}', 'Insolvent')`)
      expect(await reminders(gone)).toBe('cancelled')
      await as('admin').run(`select public.undo_write_off('${off}', 'They pay')`)
      expect(await reminders(gone)).toBe('queued')
    })
  })

  test('the thanks go once to the account that approved, or to the address that the quotation went to', async () => {
    for (const [person, to] of [
      ['client', emailOf('client')],
      ['pending', 'boss@client.example'],
    ] as const)
      await inTrade(async (trade) => {
        const { server } = trade
        const { id } = await approvable(trade)
        await server.run(`update public.contacts set email = 'office@client.example' where id = '${row.clientContact}'`)
        await trade.sales.run(send('quotation', id, '', uuid(1), "'{Boss@Client.example}'"))
        await server.run('select private.claim_due(100)')
        await server.run(`select private.settle_mail('${uuid(1)}', p_subject => 'Sent', p_body => '<p>Hello</p>')`)
        const link = await server.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
        await trade.as(person).run(`select public.approve_quotation('${link}', 1, 'Kim', true)`)
        const thanks = `template_key = 'quotation_approved'`
        expect(await mails(trade, thanks)).toMatchObject([{ recipients: [to], status: 'queued' }])
        // They did it themselves: nothing is waited for.
        await server.run('select private.claim_due(100)')
        expect(await mails(trade, thanks), person).toMatchObject([{ recipients: [to], status: 'sending' }])
      })
  })

  test('a quotation whose approval is undone is reminded of again', async () => {
    await inTrade(async (trade) => {
      const { id, approve, undo } = await approvable(trade)
      await trade.server.run(
        `select private.plan_reminders('quotation', '${id}', '{ann@client.example}', '{3}', now())`,
      )
      const reminders = () =>
        trade.server.rows(`select status from public.scheduled_emails where record_id = '${id}' and is_reminder`)
      await approve()
      expect(await reminders()).toEqual([{ status: 'cancelled' }])
      await undo()
      expect(await reminders()).toEqual([{ status: 'queued' }])
    })
  })

  /** A recorded payment whose receipt waits. */
  const receipt = async (trade: Trade) => {
    await trade
      .as('admin')
      .run(`update public.email_templates set is_active = true where key = 'payment_receipt' and language = 'en'`)
    const id = await trade.accounts.value<string>(
      `select public.record_payment('${row.clientContact}', 12.5, 'cash', '2026-11-20')`,
    )
    return {
      id,
      claimed: () => trade.server.rows<{ mail: ClaimedMail }>(`select mail from private.claim_due(1) as mail`),
      wait: () =>
        trade.server.run(
          `update public.scheduled_emails set send_at = send_at - interval '10 minutes', next_try_at = next_try_at - interval '10 minutes'`,
        ),
    }
  }

  test('a receipt says what was received and when, ten minutes later', async () => {
    await inTrade(async (trade) => {
      const { claimed, wait } = await receipt(trade)
      expect(await claimed()).toEqual([])
      await wait()
      const [sent] = await claimed()
      expect(sent?.mail).toMatchObject({
        recipients: ['client@people.example'],
        values: { amount: '12.50', received_on: '2026-11-20' },
      })
    })
  })

  /** An order of a company with a contact person, over 1,180.00 with a deposit of 590.00; the mails about its money are on. */
  const asked = async (trade: Trade) => {
    const { sales, server } = trade
    await trade.as('admin').run(`update public.email_templates set is_active = true
      where key in ('payment_receipt', 'payment_refund', 'deposit_credited') and language = 'en'`)
    const person = await server.value<string>(
      `insert into public.contacts (type, name, last_name, email) values ('Person', 'Carla', 'Vella', 'carla@business.example') returning id`,
    )
    const quotation = await sales.value<string>(`select public.create_quotation('${row.business}', 'Shop front')`)
    await sales.run(
      `update public.quotations set person_id = '${person}', deposit_kind = 'percent', deposit_value = 50 where id = '${quotation}'`,
    )
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${quotation}', 'a1', 'Panel', 2, 500, 18)`)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    const number = await server.value<string>(`select order_number from public.orders where id = '${order}'`)
    const mails = async () => {
      await server.run(
        `update public.scheduled_emails set send_at = send_at - interval '20 minutes', next_try_at = next_try_at - interval '20 minutes'`,
      )
      const sent = await server.rows<{ mail: ClaimedMail }>(`select mail from private.claim_due(20) as mail`)
      return sent.map(({ mail }) => mail).filter(({ subject }) => /payment|paid|deposit/i.test(subject ?? ''))
    }
    return { order, number, mails }
  }

  test('a receipt says what it is for and what is still to pay, to the person of the order', async () => {
    await inTrade(async (trade) => {
      const { order, number, mails } = await asked(trade)
      const pay = (amount: number, of: string) =>
        trade.accounts.value<string>(`select public.record_payment('${row.business}', ${amount}, 'bank', ${of})`)
      await pay(500, `p_order_id => '${order}'`)
      const deposit = await trade.server.value(`select invoice_number from public.invoices where order_id = '${order}'`)
      const [first] = await mails()
      expect(first).toMatchObject({ recipients: ['carla@business.example'] })
      expect(first?.values).toMatchObject({
        recipient: 'Carla',
        deposits: deposit,
        invoices: '',
        orders: `${number} (Shop front)`,
        still_open: '90.00',
        open_papers: number,
        settled: '',
      })
      await trade.as('admin').run(`update public.company_settings set cash_discount_pct = 2, cash_discount_days = 10`)
      const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
      await trade.accounts.run(
        `update public.invoices set cash_discount_pct = 2, cash_discount_days = 10 where id = '${invoice}'`,
      )
      await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
      await pay(200, `p_allocations => '[{"invoice_id": "${invoice}", "amount": 200}]'`)
      const [part] = await mails()
      const paper = await trade.server.one<{ number: string; open: string; pays: string }>(
        `select invoice_number as number, balance::text as open, private.cash_discount_facts(v) ->> 'pays' as pays from public.invoices v where id = '${invoice}'`,
      )
      expect(paper?.open).toBe('480.00')
      expect(Number(paper?.pays)).toBeLessThan(480)
      expect(part?.values).toMatchObject({
        still_open: '480.00',
        open_papers: paper?.number,
        early_amount: paper?.pays,
      })
      await pay(500, `p_allocations => '[{"invoice_id": "${invoice}", "amount": 480}]'`)
      const [last] = await mails()
      const paid = await trade.server.value(`select invoice_number from public.invoices where id = '${invoice}'`)
      expect(last?.values).toMatchObject({
        recipient: 'Carla',
        deposits: '',
        invoices: paid,
        still_open: '',
        settled: 'yes',
        credit: '20.00',
      })
    })
  })

  test('a credited deposit and each refund have a mail of their own: how much, of what, and which way it goes', async () => {
    await inTrade(async (trade) => {
      const { order, number, mails } = await asked(trade)
      const { accounts, server } = trade
      const id = await accounts.value<string>(
        `select public.record_payment('${row.business}', 590, 'bank', p_order_id => '${order}')`,
      )
      await mails()
      const deposit = await server.value<string>(
        `select invoice_number from public.invoices where order_id = '${order}'`,
      )
      await trade.sales.run(`select public.cancel_order('${order}', 'Not wanted')`)
      const note = await server.value<string>(
        `select credit_number from public.credit_notes where contact_id = '${row.business}'`,
      )
      const [credited] = await mails()
      expect(credited).toMatchObject({ recipients: ['carla@business.example'], paper: 'credit_note' })
      expect(credited?.values).toMatchObject({
        total: '590.00',
        invoice_number: deposit,
        order_number: number,
        in_favour: '590.00',
      })
      await accounts.run(`select public.refund_payment('${id}', 90, 'Part')`)
      const wrong = await accounts.value<string>(`select public.refund_payment('${id}', 100, 'Twice', p_way => 'cash')`)
      // What went back in cash left the till, and what was taken back of it is there again.
      expect(
        await server.rows(`select coalesce(j.method, '') as method, sum(j.amount)::text as amount from private.journal_of_payments(current_date - 9, current_date + 9) as j
            where j.id = '${id}' and j.part = 'money' group by 1 order by 1`),
      ).toEqual([
        { method: 'bank', amount: '500.00' },
        { method: 'cash', amount: '-100.00' },
      ])
      await server.run(`select private.reverse_refund('${wrong}', 'Recorded twice')`)
      await accounts.run(`select public.refund_payment('${id}', 500, 'Rest', p_way => 'cash')`)
      const sent = await mails()
      expect(sent.map(({ values }) => values?.['refund_amount']).sort()).toEqual(['500.00', '90.00'])
      expect(sent.find(({ values }) => values?.['refund_amount'] === '500.00')?.values).toMatchObject({
        recipient: 'Carla',
        amount: '590.00',
        orders: `${number} (Shop front)`,
        credit_notes: `${note} (${deposit})`,
        by_bank: '',
        in_cash: 'yes',
      })
      expect(sent.find(({ values }) => values?.['refund_amount'] === '90.00')?.values).toMatchObject({ by_bank: 'yes' })
    })
  })

  test('a deposit that was credited and paid back is no credit any more: its mail says what went back', async () => {
    await inTrade(async (trade) => {
      const { order, mails } = await asked(trade)
      const { accounts } = trade
      const id = await accounts.value<string>(
        `select public.record_payment('${row.business}', 590, 'bank', p_order_id => '${order}')`,
      )
      await mails()
      await trade.sales.run(`select public.cancel_order('${order}', 'Not wanted')`)
      await accounts.run(`select public.refund_payment('${id}', 90, 'Part')`)
      const note = await trade.server.value<string>(
        `select id from public.credit_notes where contact_id = '${row.business}'`,
      )
      const facts = () =>
        trade.server.one(`select f ->> 'went_back' as back, f ->> 'in_favour' as favour, f ->> 'settled' as settled
          from private.mail_facts('credit_note', '${note}') as f`)
      expect(await facts()).toEqual({ back: '90.00', favour: '500.00', settled: 'yes' })
      await accounts.run(`select public.refund_payment('${id}', 500, 'Rest')`)
      expect(await facts()).toEqual({ back: '590.00', favour: null, settled: 'yes' })
      const [credited] = (await mails()).filter(({ subject }) => /credited/.test(subject ?? ''))
      const { subject, body } = credited ?? {}
      if (!credited || !subject || !body) expect.fail('no mail')
      const { text } = renderMail({ subject, body }, { ...credited, texts: englishPaperTexts }, 'https://sign.example')
      expect(text).toContain('We paid €590.00 of it back to you.')
      expect(text).not.toMatch(/Nothing is left to pay|of credit with us/)
    })
  })

  test('each lowering of an order is told to the client once, with the new sum and the one before', async () => {
    await inTrade(async (trade) => {
      const { order } = await asked(trade)
      const { server } = trade
      const told = () =>
        server.rows(
          `select variables, recipients from public.scheduled_emails where template_key = 'order_changed' order by variables::text collate "C"`,
        )
      const lowered = (meta: object) =>
        server.run(`select private.log_event('order', '${order}', 'fewer_taken', '${JSON.stringify(meta)}')`)
      const change = { lines: [{ position: 'a1' }], gross_before: '1180.00', gross: '590.00' }
      await lowered(change)
      expect(await told()).toEqual([])
      await trade.as('admin').run(`update public.email_templates set is_active = true where key = 'order_changed'`)
      await lowered({ ...change, lines: [] })
      expect(await told()).toEqual([])
      await lowered(change)
      await lowered({ ...change, gross_before: '590.00' })
      expect(await told()).toEqual([
        { variables: { total_before: '1180.00' }, recipients: ['carla@business.example'] },
        { variables: {}, recipients: ['carla@business.example'] },
      ])
      expect(
        await server.value(
          `select count(*)::int from public.email_templates where key = 'order_changed' and body like '%{{ total_before }}%'`,
        ),
      ).toBe(9)
    })
  })

  test('the receipt of a payment that is taken back meanwhile is never sent; of one that is moved it goes to the other client', async () => {
    await inTrade(async (trade) => {
      const { id, claimed, wait } = await receipt(trade)
      await trade
        .as('admin')
        .run(`update public.contacts set email = 'books@business.example' where id = '${row.business}'`)
      await trade.accounts.run(`select public.move_payment('${id}', '${row.business}', '[]', 'Another client')`)
      expect(await trade.server.value(`select recipients from public.scheduled_emails`)).toEqual([
        'books@business.example',
      ])
      await trade.server.run(`select private.reverse_payment('${id}', 'Recorded by mistake')`)
      await wait()
      expect(await claimed()).toEqual([])
      expect(await trade.server.value(`select status from public.scheduled_emails`)).toBe('cancelled')
    })
  })

  test('the receipt of a payment that went back to its client meanwhile is never sent; of one that went back in part it is', async () => {
    await inTrade(async (trade) => {
      const { id } = await receipt(trade)
      const state = () => trade.server.value(`select status from public.scheduled_emails`)
      await trade.accounts.run(`select public.refund_payment('${id}', 2.5, 'Paid too much')`)
      expect(await state()).toBe('queued')
      // The receipt says what of it went back.
      expect(await trade.server.value(`select private.mail_facts('payment', '${id}') ->> 'went_back'`)).toBe('2.50')
      expect(
        await trade.server.value(
          `select count(*)::int from public.email_templates where key = 'payment_receipt' and body like '%{{ went_back }}%'`,
        ),
      ).toBe(9)
      await trade.accounts.run(`select public.refund_payment('${id}', 10, 'It was of another shop')`)
      expect(await state()).toBe('cancelled')
    })
  })

  test('a mail whose values cannot be read fails with the reason, and holds up no other', async () => {
    await inTrade(async (trade) => {
      for (const [template, kind] of [
        ['statement', 'statement'],
        ['order_confirmation', 'order'],
      ])
        await trade.server.run(
          `select private.queue_mail('${template}', '{ann@client.example}', '${kind}', '${uuid(9)}', '${kind}')`,
        )
      await trade.server
        .run(`create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb language plpgsql
        as $$ begin if p_kind = 'statement' then raise 'no such column'; end if; return '{}'; end $$`)
      const claimed = await trade.server.rows<{ mail: ClaimedMail }>(`select mail from private.claim_due() as mail`)
      expect(claimed).toHaveLength(1)
      expect(await trade.server.rows(`select status, last_error from public.scheduled_emails order by status`)).toEqual(
        [
          { status: 'failed', last_error: 'Its values could not be read: no such column' },
          { status: 'sending', last_error: null },
        ],
      )
    })
  })

  test('a failing service is asked again later and later; after six tries the sender is told', async () => {
    await inTrade(async (trade) => {
      const id = await draft(trade)
      await trade.sales.run(send('quotation', id))
      let service: (() => void) | null = () => {
        throw new MailFailure('The mail service answered 503', false)
      }
      const run = () =>
        sendDueMails({
          claim: async (most) =>
            (await trade.server.rows<{ mail: ClaimedMail }>(`select mail from private.claim_due(${most}) as mail`)).map(
              ({ mail }) => mail,
            ),
          write: async (mail) => ({
            subject: mail.subject ?? '',
            html: '',
            text: '',
            to: mail.recipients,
            cc: [],
            replyTo: null,
            company: mail.company.name,
            attachments: [],
            key: mail.dedupe_key,
          }),
          deliver: async () => service?.(),
          settle: async (mail, outcome) =>
            trade.server.run(
              outcome instanceof MailFailure
                ? `select private.settle_mail('${mail}', '${outcome.message}', ${outcome.isFinal})`
                : `select private.settle_mail('${mail}', p_subject => 'Sent')`,
            ),
          now: () => 0,
        })
      expect(await run()).toEqual({ sent: 0, failed: 1 })
      expect(await run()).toEqual({ sent: 0, failed: 0 })
      for (const pause of ['1 minute', '5 minutes', '30 minutes', '2 hours']) {
        await later(trade, pause)
        expect(await run()).toEqual({ sent: 0, failed: 1 })
        expect(await run()).toEqual({ sent: 0, failed: 0 })
      }
      expect(await mails(trade)).toMatchObject([{ status: 'queued' }])
      await later(trade, '8 hours')
      expect(await run()).toEqual({ sent: 0, failed: 1 })
      expect(await mails(trade)).toMatchObject([{ status: 'failed' }])
      expect(
        await trade.server.rows(`select title from public.notifications where user_id = '${idOf('sales')}'`),
      ).toEqual([{ title: 'A mail to ann@client.example was not sent' }])

      service = null
      const mail = await trade.server.value<string>('select id from public.scheduled_emails')
      expect(await trade.sales.value(`select public.resend_mail('${mail}', '${uuid(2)}')`)).toBe(mail)
      expect(await run()).toEqual({ sent: 1, failed: 0 })
      expect(
        await trade.sales.value(`select count(*)::int from public.document_events
          where record_id = '${id}' and type = 'mailed'`),
      ).toBe(1)
    })
  })

  test('a mail that can never be sent fails at once; one whose sender died is given out again with the same key', async () => {
    await inTrade(async (trade) => {
      const claimed = () =>
        trade.server.rows<{ id: string; key: string }>(
          `select mail ->> 'id' as id, mail ->> 'dedupe_key' as key from private.claim_due(10) as mail`,
        )
      await trade.server.run(`select private.queue_mail('statement', '{ann@client.example}', null, null, 'one')`)
      const [first] = await claimed()
      expect(await claimed()).toEqual([])
      await later(trade, '6 minutes')
      expect(await claimed()).toEqual([first])
      expect(
        await trade.server.value(`select private.settle_mail('${first?.id}', 'The mail service answered 422', true)`),
      ).toBe('failed')
    })
  })

  test('what waits is cancelled, moved and sent again by who sent it or may; what is sent is not', async () => {
    await inTrade(async (trade, refused) => {
      const { sales, accounts, server } = trade
      const id = await draft(trade)
      await sales.run(send('quotation', id, `, p_send_at => now() + interval '1 day'`))
      await sales.run(`select public.reschedule_mail('${uuid(1)}', now() + interval '2 days')`)
      await refused(
        () => sales.run(`select public.reschedule_mail('${uuid(1)}', now() - interval '1 day')`),
        'Please choose a time that has not passed',
      )
      await refused(() => trade.workshop.run(`select public.cancel_mail('${uuid(1)}')`), 'You may not cancel mails')
      await accounts.run(`select public.cancel_mail('${uuid(1)}')`)
      await accounts.run(`select public.cancel_mail('${uuid(1)}')`)
      expect(await mails(trade)).toMatchObject([{ status: 'cancelled' }])
      await sales.run(`select public.resend_mail('${uuid(1)}', '${uuid(2)}')`)
      await server.run(`select private.claim_due(1)`)
      await server.run(`select private.settle_mail('${uuid(1)}', p_subject => 'Sent', p_body => '<p>Hello</p>')`)
      await refused(() => sales.run(`select public.cancel_mail('${uuid(1)}')`), 'This mail was sent already')
      await sales.run(`select public.resend_mail('${uuid(1)}', '${uuid(3)}', '{bob@client.example}')`)
      await sales.run(`select public.resend_mail('${uuid(1)}', '${uuid(3)}', '{bob@client.example}')`)
      expect(await mails(trade)).toMatchObject([
        { status: 'sent', recipients: ['ann@client.example'] },
        { status: 'queued', recipients: ['bob@client.example'] },
      ])
      await refused(
        () => sales.run(`select public.resend_mail('${uuid(1)}', '${uuid(4)}', '{bob@client}')`),
        '“bob@client” is not an e-mail address',
      )
    })
  })

  test('T31: a mail that somebody planned and who left goes to contacts of its document only, until a colleague sends it', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts, server } = trade
      await server.run(`update public.contacts set email = 'ann@client.example' where id = '${row.clientContact}'`)
      const id = await draft(trade)
      const planned = `, p_send_at => now() + interval '1 day'`
      await sales.run(send('quotation', id, planned))
      await sales.run(send('quotation', id, planned, uuid(2), "'{me@private.example}'"))
      await server.run(`update auth.users set banned_until = now() + interval '1 day' where id = '${idOf('sales')}'`)
      await later(trade, '2 days')
      const claimed = () => server.rows<{ mail: ClaimedMail }>(`select mail from private.claim_due() as mail`)
      expect((await claimed()).map(({ mail }) => mail.recipients)).toEqual([['ann@client.example']])
      expect(
        await server.one(`select status, last_error from public.scheduled_emails where id = '${uuid(2)}'`),
      ).toEqual({
        status: 'failed',
        last_error: expect.stringMatching(
          /who chose the address me@private.example, does not work here any more/,
        ) as string,
      })
      await accounts.run(`select public.resend_mail('${uuid(2)}', '${uuid(3)}')`)
      expect((await claimed()).map(({ mail }) => mail.recipients)).toEqual([['me@private.example']])
    })
  })
})

describe('a document by mail', () => {
  test('a draft quotation is frozen and sent once, its reminders wait, and its approval cancels them', async () => {
    await inTrade(async (trade, refused) => {
      const { sales, client } = trade
      const id = await draft(trade)
      await sales.run(send('quotation', id, ', p_reminders => array[3, 7]'))
      await sales.run(send('quotation', id, ', p_reminders => array[3, 7]'))
      await refused(
        () => sales.run(send('quotation', id, '', uuid(2))),
        'This mail to the same people is waiting already',
      )
      expect(await sales.value(`select status from public.quotations where id = '${id}'`)).toBe('sent')
      expect(await mails(trade)).toEqual([
        { template_key: 'quotation', status: 'queued', recipients: ['ann@client.example'] },
        { template_key: 'quotation_reminder', status: 'queued', recipients: ['ann@client.example'] },
        { template_key: 'quotation_reminder', status: 'queued', recipients: ['ann@client.example'] },
      ])
      const link = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
      await client.run(`select public.approve_quotation('${link}', 1, 'Ann', true)`)
      expect(await mails(trade, `status = 'queued'`)).toEqual([])
    })
  })

  test('reminders of an invoice stand around its due date and end with its payment', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts } = trade
      const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
      await refused(() => accounts.run(send('invoice', id)), 'Please issue it first')
      await accounts.run(`select public.issue_invoice('${id}')`)
      await accounts.run(send('invoice', id, ', p_reminders => array[-3, 7]'))
      expect((await mails(trade)).map(({ template_key }) => template_key)).toEqual([
        'invoice',
        'invoice_reminder',
        'invoice_overdue',
      ])
      await accounts.run(
        `select public.record_payment('${row.clientContact}', 118, 'bank', p_allocations => '[{"invoice_id": "${id}", "amount": "118.00"}]')`,
      )
      expect(await mails(trade, `status = 'queued'`)).toMatchObject([{ template_key: 'invoice' }])
    })
  })

  test('whichever template a person chooses for a paper, the mail waits and is given out', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts, server } = trade
      const offer = await draft(trade)
      await sales.run(`select public.send_quotation('${offer}')`)
      const order = await sales.value<string>(`select public.record_quotation_answer('${offer}', 'approved', 'Ann')`)
      const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
      await accounts.run(`select public.issue_invoice('${invoice}')`)
      const papers = {
        quotation: await draft(trade),
        order,
        invoice,
        delivery: row.clientDelivery,
        statement: await accounts.value<string>(
          `select public.create_statement('${row.clientContact}', current_date - 30, current_date + 1)`,
        ),
      }
      const admin = trade.as('admin')
      let sent = 0
      for (const [kind, id] of Object.entries(papers)) {
        const templates = await server.rows<{ key: string }>(
          `select distinct key from public.email_templates where kind = '${kind}' and language = 'en' and is_active`,
        )
        expect(templates.length, kind).toBeGreaterThan(0)
        for (const { key } of templates) await admin.run(send(kind, id, `, '${key}'`, uuid((sent += 1))))
      }
      expect(await mails(trade, `status <> 'queued'`)).toEqual([])
      await later(trade, '1 minute')
      expect(await server.rows('select private.claim_due(100)')).toHaveLength(sent)
    })
  })

  test('it goes in the language of the contact person or client where that template is in use, else in English', async () => {
    await inTrade(async (trade) => {
      const admin = trade.as('admin')
      const english = await admin.value<string>(
        `select id from public.email_templates where key = 'quotation' and language = 'en'`,
      )
      const maltese = await admin.value<string>(`select public.translate_template('${english}', 'mt')`)
      expect(await admin.value(`select public.translate_template('${english}', 'mt')`)).toBe(maltese)
      await admin.run(
        `update public.email_templates set subject = 'Stima {{ number }}', name = 'Stima' where id = '${maltese}'`,
      )
      await trade.server.run(`update public.contacts set language = 'mt' where id = '${row.clientContact}'`)
      const sentAs = async (mail: string) => {
        const id = await draft(trade)
        await trade.sales.run(send('quotation', id, '', mail))
        expect(await trade.sales.value(`select public.mail_language('quotation', '${id}')`)).toBe('mt')
        await trade.server.run(
          `update public.scheduled_emails set next_try_at = now() - interval '1 minute' where id = '${mail}'`,
        )
        const due = await trade.server.rows<{ mail: { id: string; subject: string } }>(
          'select mail from private.claim_due(100) as mail',
        )
        return due.find((one) => one.mail.id === mail)?.mail.subject
      }
      expect(await sentAs(uuid(1))).toMatch(/^Stima/)
      await admin.run(`update public.email_templates set is_active = false where id = '${maltese}'`)
      expect(await sentAs(uuid(2))).toMatch(/Quotation \{\{ number/)
    })
  })

  test('what cannot be sent is refused in words, and nothing is half sent', async () => {
    const isRefused = async (more: string, words: string, to?: string) =>
      inTrade(async (trade, refused) => {
        const id = await draft(trade)
        await refused(() => trade.sales.run(send('quotation', id, more, uuid(1), to)), words)
        expect(await mails(trade)).toEqual([])
        expect(await trade.sales.value(`select status from public.quotations where id = '${id}'`)).toBe('draft')
      })
    await isRefused('', '“ann” is not an e-mail address', "'{ann}'")
    await isRefused('', 'Please enter an e-mail address', "'{}'")
    await isRefused(`, p_send_at => now() - interval '1 hour'`, 'Please choose a time that has not passed')
    await isRefused(`, p_reminders => array[1,2,3,4,5,6]`, 'at most five reminders')
    await isRefused(`, p_note => repeat('a', 5001)`, '5000 characters')
    await isRefused(`, p_template => 'invoice'`, 'no such mail template for this document')
  })

  test('it may go to its contact person and the client first, and to nobody that the caller may not see', async () => {
    await inTrade(async (trade) => {
      const id = await draft(trade)
      expect(await trade.sales.rows(`select email, is_first from public.mail_contacts('quotation', '${id}')`)).toEqual([
        { email: 'client@people.example', is_first: true },
      ])
      expect(await trade.workshop.rows(`select email from public.mail_contacts('quotation', '${id}')`)).toEqual([])
    })
  })

  test('filling in a mail counts as no visit of the client', async () => {
    await inTrade(async (trade) => {
      const id = await draft(trade)
      await trade.sales.run(`select public.send_quotation('${id}')`)
      expect(await trade.server.value(`select private.mail_paper('quotation', '${id}')`)).toMatchObject({
        gross: '118.00',
      })
      expect(await trade.sales.value(`select first_viewed_at from public.quotations where id = '${id}'`)).toBeNull()
    })
  })

  test('an event sends its mail once, when the template is switched on', async () => {
    await inTrade(async (trade) => {
      const way = (status: string) =>
        trade.server.run(`update public.deliveries set status = '${status}' where id = '${row.clientDelivery}'`)
      await trade.server.run(
        `update public.deliveries set status = 'ready' where id = '${row.clientDelivery}' and status = 'planned'`,
      )
      await way('out')
      expect(await mails(trade)).toEqual([])
      await way('ready')
      await trade
        .as('admin')
        .run(`update public.email_templates set is_active = true where key = 'delivery_on_the_way' and language = 'en'`)
      await way('out')
      await way('ready')
      await way('out')
      expect(await mails(trade)).toEqual([
        { template_key: 'delivery_on_the_way', status: 'queued', recipients: ['client@people.example'] },
      ])
    })
  })
})

describe('a template', () => {
  const write = (subject: string, body = '<p>Hello</p>') =>
    `update public.email_templates set subject = '${subject}', body = '${body}' where key = 'quotation' and language = 'en'`

  test.each([
    ['Hello {{ recipent }}', 'There is no variable “recipent” for this kind of mail'],
    ['Hello {{ constructor.constructor }}', 'There is no variable “constructor.constructor” for this kind of mail'],
    ['{{ number | raw }}', 'There is no filter “raw” in mails'],
    ['{% for i in (1..100000000) %}a{% endfor %}', '“for” cannot be used in a mail'],
    ['{% include "secrets" %}', '“include” cannot be used in a mail'],
    ['{% if balance > 1 %}a{% endif %}', 'There is no variable “balance” for this kind of mail'],
    ['Hello {{ recipient', 'A variable is not closed'],
    ['{% if note %', 'A condition is not closed'],
  ])('“%s” is refused in words', async (subject, words) => {
    await inTrade(async (trade, refused) => {
      await refused(() => trade.as('admin').run(write(subject)), words)
    })
  })

  test('scripts have no place in it', async () => {
    await inTrade(async (trade, refused) => {
      await refused(
        () => trade.as('admin').run(write('Hello', '<img src=x onerror=alert(1)>')),
        'A mail may hold text, lists and links only',
      )
    })
  })

  test('every change of its words is a version, and an old one can come back', async () => {
    await inTrade(async (trade) => {
      const admin = trade.as('admin')
      const first = await admin.one<{ subject: string; body: string; version: number }>(
        `select subject, body, version from public.email_templates where key = 'quotation' and language = 'en'`,
      )
      await admin.run(write('Your quotation {{ number }}'))
      await admin.run(`update public.email_templates set is_active = false where key = 'quotation' and language = 'en'`)
      await admin.run(`update public.email_templates t set subject = v.subject, body = v.body
        from public.email_template_versions v where t.key = 'quotation' and t.language = 'en' and v.template_id = t.id and v.version = 1`)
      expect(
        await admin.rows(
          `select v.version, v.subject from public.email_template_versions v join public.email_templates t on t.id = v.template_id
            where t.key = 'quotation' and t.language = 'en' order by 1`,
        ),
      ).toEqual([
        { version: 1, subject: first?.subject },
        { version: 2, subject: 'Your quotation {{ number }}' },
        { version: 3, subject: first?.subject },
      ])
    })
  })

  test('T31: who sees the document no more does not send its mail again', async () => {
    await inTrade(async (trade, refused) => {
      const id = await trade.accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Sign')`)
      await trade.accounts
        .run(`insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate)
        values ('${id}', 'a0', 'Sign', 100, 18)`)
      await trade.accounts.run(`select public.issue_invoice('${id}')`)
      await trade.accounts.run(send('invoice', id))
      await trade.server.run(`update public.scheduled_emails set status = 'sent', sent_at = now()`)
      const again = `select public.resend_mail('${uuid(1)}', '${uuid(2)}', '{me@elsewhere.example}')`
      await trade.server.run(`update public.user_roles set role = 'team_member' where user_id = '${idOf('accounts')}'`)
      await refused(() => trade.accounts.run(again), 'You may not send this document')
      await trade.server.run(`update public.user_roles set role = 'accounts' where user_id = '${idOf('accounts')}'`)
      await trade.accounts.run(again)
    })
  })

  test('a purchase order is sent again, and tried out, by who may see what things cost', async () => {
    await inTrade(async (trade, refused) => {
      await trade.server.run(`update public.page_permissions set can_view = true, can_edit = true
        where role = 'sales' and page_name in ('scheduled-emails', 'email-templates')`)
      await trade.server.run(`insert into public.purchase_orders (id, purchase_number, supplier_id, status)
        values ('${uuid(3)}', 'PO-1', '${row.business}', 'sent')`)
      await trade.server.run(`insert into public.scheduled_emails
          (id, dedupe_key, template_key, template_name, record_kind, record_id, recipients, status, sent_at)
        values ('${uuid(4)}', 'po', 'purchase_order', 'Purchase order', 'purchase_order', '${uuid(3)}', '{s@sheets.example}', 'sent', now())`)
      const template = await trade.server.value<string>(
        `select id from public.email_templates where key = 'purchase_order' and language = 'en'`,
      )
      const again = `select public.resend_mail('${uuid(4)}', '${uuid(5)}', '{me@elsewhere.example}')`
      const tried = `select public.send_test_mail('${template}', 'Order', '<p>Order</p>', '${uuid(3)}')`
      await refused(() => trade.sales.run(again), 'You may not send this document')
      await refused(() => trade.sales.run(tried), 'You may not send purchase orders')
      await trade.as('account_manager').run(again)
    })
  })

  test('a test goes to the caller alone, filled in with examples', async () => {
    await inTrade(async (trade, refused) => {
      const id = await trade.server.value<string>(
        `select id from public.email_templates where key = 'quotation' and language = 'en'`,
      )
      await trade.accounts.run(
        `select public.send_test_mail('${id}', 'Test {{ number }}', '<p>Hello {{ recipient }}</p>')`,
      )
      const [claimed] = await trade.server.rows<{ mail: ClaimedMail }>(`select mail from private.claim_due(1) as mail`)
      expect(claimed?.mail).toMatchObject({
        recipients: ['accounts@people.example'],
        subject: 'Test {{ number }}',
        values: { recipient: 'Anna', number: 'Q-2026-0142' },
      })
      await refused(
        () => trade.sales.run(`select public.send_test_mail('${id}', 'Test', '<p>Hello</p>')`),
        'You may not send test mails',
      )
    })
  })
})

describe('the mails of an order', () => {
  test('are those of all its papers, of no other order, and each for whoever may see its paper', async () => {
    await inTrade(async (trade) => {
      const { server, sales, accounts } = trade
      await server.run(`insert into public.orders (id, order_number, contact_id, quotation_id) values
        ('${uuid(20)}', 'SO-1', '${row.clientContact}', '${row.clientQuotation}'), ('${uuid(21)}', 'SO-2', '${row.clientContact}', null)`)
      await server.run(`update public.jobs set order_id = '${uuid(20)}' where id = '${row.job}'`)
      await server.run(`update public.deliveries set order_id = '${uuid(20)}' where id = '${row.clientDelivery}'`)
      const invoice = async (orders: string, id: string) => {
        await accounts.run(`select public.create_invoice('${row.clientContact}', 'Fascia', '${id}')`)
        await server.run(`update public.invoices set order_id = ${orders} where id = '${id}'`)
      }
      await invoice(`'${uuid(20)}'`, uuid(30))
      await invoice(`'${uuid(21)}'`, uuid(31))
      await server.run(`insert into public.payments (id, payment_number, contact_id, method, order_id, amount, received_on)
        values ('${uuid(32)}', 'RCPT-1', '${row.clientContact}', 'cash', '${uuid(20)}', 5, current_date)`)
      const papers = [
        ['order', uuid(20)],
        ['quotation', row.clientQuotation],
        ['mockup', row.job],
        ['delivery', row.clientDelivery],
        ['partial_delivery', row.clientDrop],
        ['invoice', uuid(30)],
        ['payment', uuid(32)],
      ]
      const others = [
        ['order', uuid(21)],
        ['invoice', uuid(31)],
        ['delivery', row.otherClientDelivery],
        ['quotation', row.otherClientQuotation],
        ['mockup', row.clientQuotation],
      ]
      for (const [kind, id] of [...papers, ...others])
        await server.run(
          `select private.queue_mail('statement', '{ann@client.example}', '${kind}', '${id}', '${kind}/${id}')`,
        )
      const read = (who: typeof sales) =>
        who.value<string[]>(
          `select coalesce(array_agg(record_kind order by record_kind), '{}') from public.mails_of_order('${uuid(20)}')`,
        )
      expect(await read(trade.as('admin'))).toEqual(papers.map(([kind]) => kind).toSorted())
      await server.run(`update public.page_permissions set can_view = false
        where role = 'sales' and page_name in ('invoices', 'payments', 'scheduled-emails')`)
      expect(await read(sales)).toEqual(['delivery', 'mockup', 'order', 'partial_delivery', 'quotation'])
      expect(await read(trade.as('pending'))).toEqual([])
    })
  })
})
