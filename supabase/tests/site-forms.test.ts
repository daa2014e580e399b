import { pictureAddress } from '../../src/documents/pictures/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone } from './act.ts'
import { stampOf } from './work.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const value = async (tx: Queryable, sql: string): Promise<unknown> => {
  const outcome = await attempt(tx, sql)
  return 'refused' in outcome ? outcome.because : Object.values(outcome.rows[0] ?? {})[0]
}

describe('what visitors read', () => {
  const posts = `insert into public.blog_posts (slug, title, status, published_at) values
    ('out', 'Out', 'published', now() - interval '1 day'), ('planned', 'Planned', 'published', now() + interval '1 day'),
    ('draft', 'Draft', 'draft', null)`
  test('posts show from their time on, drafts never', async () => {
    const slugs = `select jsonb_path_query_array(public.get_public_posts(), '$[*].slug') as slugs`
    expect(await tries(engine, 'visitor', slugs, posts)).toMatchObject({ rows: [{ slugs: ['out'] }] })
    const draft = `select public.get_public_post('draft') as post`
    expect(await tries(engine, 'visitor', draft, posts)).toMatchObject({ rows: [{ post: null }] })
  })
  test('an address that readers knew leads to where the post is now', async () => {
    const given = `${posts}; update public.blog_posts set slug = 'new-place' where slug = 'out'`
    expect(await tries(engine, 'visitor', `select public.get_public_post('out') as post`, given)).toMatchObject({
      rows: [{ post: { moved_to: 'new-place' } }],
    })
  })
  test('a review shows when it is published, without the address of the writer', async () => {
    const given = `insert into public.reviews (name, email, rating, body, status) values
      ('Anna', 'anna@example.com', 5, 'Straight', 'published'), ('Carl', null, 1, 'Spam', 'pending')`
    const outcome = await tries(
      engine,
      'visitor',
      `select public.get_public_page('home') -> 'reviews' as reviews`,
      given,
    )
    expect(JSON.stringify(outcome)).toMatch(/Straight/)
    expect(JSON.stringify(outcome)).not.toMatch(/anna@example|Spam/)
  })
  test('a banner shows on its days', async () => {
    const given = `insert into public.banners (title, starts_on, ends_on, is_active) values
      ('Today', private.company_today(), private.company_today(), true), ('Over', null, private.company_today() - 1, true),
      ('Off', null, null, false)`
    const titles = `select jsonb_path_query_array(public.get_site_frame('home'), '$.banners[*].title') as titles`
    expect(await tries(engine, 'visitor', titles, given)).toMatchObject({ rows: [{ titles: ['Today'] }] })
  })
})

describe('what visitors send', () => {
  test('the same review twice is one, and a robot is refused', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await value(tx, `select public.leave_review('Anna', 5, 'Straight letters')`)
      await value(tx, `select public.leave_review('Anna', 5, 'Straight letters')`)
      expect(await value(tx, `select public.leave_review('Bot', 5, 'Buy', p_trap => 'x')`)).toMatch(/automatic message/)
      await becomeOwner(tx)
      expect(await value(tx, `select count(*)::int from public.reviews`)).toBe(1)
    })
  })
  test('three reviews an hour from one address', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const said: unknown[] = []
      for (let count = 0; count < 4; count += 1)
        said.push(await value(tx, `select public.leave_review('Anna', 4, 'No ${count}')::text`))
      expect(said.slice(3)).toEqual([
        'There were too many requests from your network. Please try again later, or call us.',
      ])
    })
  })
  test('a registration without a name, or with one of 201 letters, is told so', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      for (const name of ['', 'x'.repeat(201)])
        expect(
          await value(
            tx,
            `select public.register_visitor('client', '{"name": "${name}", "email": "anna@example.com"}')`,
          ),
        ).toBe('Please enter your name')
    })
  })
  test('a business registers itself and its person; both wait for verification', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const details = {
        name: 'Anna',
        last_name: 'Vella',
        company: 'Vella Ltd',
        email: 'Anna@Example.com',
        vat_number: 'MT 1234 5678',
        roles: '{admin}',
      }
      await value(tx, `select public.register_visitor('business', '${JSON.stringify(details)}')`)
      await becomeOwner(tx)
      expect(
        await value(
          tx,
          `select string_agg(concat_ws(' ', type, profile, email, vat_number, roles::text), '; ' order by type)
             from public.contacts where email = 'anna@example.com'`,
        ),
      ).toBe(
        'Business pending_verification anna@example.com MT12345678 {}; Person pending_verification anna@example.com {}',
      )
    })
  })
})

describe('what a visitor asks for', () => {
  const words = 'A fascia of 4200 × 600 mm, lit, by 12 December. Can you look at the wall?'
  const register = (tx: Queryable, message: string) =>
    value(
      tx,
      `select public.register_visitor('client', '${JSON.stringify({ name: 'Anna', last_name: 'Vella', company: 'Vella Ltd', email: 'anna@example.com', message })}')`,
    )
  test('is kept with the contact of their business, found by search, and the notice leads to it', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await register(tx, words)
      await become(tx, 'sales')
      const [contact, note] = String(
        await value(
          tx,
          `select contact_id || ' ' || id from public.contact_notes where kind = 'request' and body = '${words}'`,
        ),
      ).split(' ')
      expect(await value(tx, `select type || ' ' || company from public.contacts where id = '${contact}'`)).toBe(
        'Business Vella Ltd',
      )
      expect(
        await value(
          tx,
          `select string_agg(kind || ' ' || title, '; ') from public.contact_timeline('${contact}', '{request}')`,
        ),
      ).toBe(`request ${words}`)
      expect(await value(tx, `select string_agg(id::text, ' ') from public.find_records('fascia 4200 lit')`)).toBe(
        contact,
      )
      expect(
        await value(
          tx,
          `select concat_ws(' ', metadata ->> 'record_kind', metadata ->> 'record_id', metadata ->> 'part') from public.notifications
            where title = 'New registration: Vella Ltd'`,
        ),
      ).toBe(`business ${contact} request-${note}`)
    })
  })
  test('is kept a second time within the hour when the words are others', async () => {
    await undone(engine, async (tx) => {
      for (const message of [words, words, 'Two banners as well']) {
        await become(tx, 'visitor')
        await register(tx, message)
      }
      await becomeOwner(tx)
      expect(
        await value(
          tx,
          `select count(distinct contact_id) || ' ' || count(*) from public.contact_notes where kind = 'request'`,
        ),
      ).toBe('1 2')
    })
  })
  test('becomes one quotation with the words as its internal note', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await register(tx, words)
      await becomeOwner(tx)
      const id = String(await value(tx, `select id from public.contact_notes where kind = 'request'`))
      const quote = `select public.quote_request('${id}')`
      await become(tx, 'team_member')
      expect(await value(tx, quote)).toBe('You may not write quotations')
      await become(tx, 'sales')
      const quotation = String(await value(tx, quote))
      expect(await value(tx, quote)).toBe(quotation)
      expect(await value(tx, `select body from public.internal_notes where record_id = '${quotation}'`)).toContain(
        words,
      )
    })
  })
})

describe('a request of a visitor', () => {
  const speaks = (tx: Queryable, language: string) =>
    tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify({ 'accept-language': language })])
  /** What the visitor was mailed: to whom, in which language, and what it says. */
  const mails = `select coalesce(string_agg(recipients[1] || ' ' || language || ' ' || (variables ->> 'words'), '; ' order by created_at), 'nothing')
    from public.scheduled_emails where template_key = 'visitor_request'`
  const register = (tx: Queryable, message: string, email = 'anna@example.com', kind = 'client') =>
    value(
      tx,
      `select public.register_visitor('${kind}', '${JSON.stringify({ name: 'Anna', last_name: 'Vella', company: 'Vella Ltd', email, message })}')`,
    )
  const states = `select string_agg(status || ' ' || coalesce(private.person_label(settled_by), 'nobody'), '; ' order by created_at, id)
    from public.visitor_requests`

  test('is confirmed by one mail in the language of the page, with the words and without links', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      await speaks(tx, 'de')
      await register(tx, 'Ein Schild. Gratis: https://evil.example/x und evil.example oder <b>www.evil.example</b>')
      await register(tx, 'Ein Schild. Gratis: https://evil.example/x und evil.example oder <b>www.evil.example</b>')
      expect(await value(tx, mails)).toBe('anna@example.com de Ein Schild. Gratis: … und … oder …')
    })
  })
  test('is mailed to one address three times a day at most, and kept all the same', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      for (const words of ['One', 'Two', 'Three', 'Four', 'Five']) await register(tx, words)
      expect(
        await value(tx, `select count(*)::int from public.scheduled_emails where template_key = 'visitor_request'`),
      ).toBe(3)
      expect(await value(tx, `select count(*)::int from public.visitor_requests`)).toBe(5)
    })
  })
  test('is answered by its quotation, and waits again when that is removed', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      await register(tx, 'A lit fascia')
      const id = String(await value(tx, `select id from public.visitor_requests`))
      await become(tx, 'sales')
      const quotation = String(await value(tx, `select public.quote_request('${id}')`))
      expect(await value(tx, `select status || ' ' || quotation_id from public.visitor_requests`)).toBe(
        `answered ${quotation}`,
      )
      await becomeOwner(tx)
      await value(tx, `delete from public.quotations where id = '${quotation}'`)
      expect(await value(tx, states)).toBe('open nobody')
    })
  })
  test('is marked by who may edit contacts, and opened again', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      await register(tx, 'A lit fascia')
      const id = String(await value(tx, `select id from public.visitor_requests`))
      const settle = (status: string) => value(tx, `select public.settle_request('${id}', '${status}')::text`)
      await become(tx, 'team_member')
      expect(await settle('answered')).toBe('You may not answer requests of visitors')
      await become(tx, 'sales')
      expect(await value(tx, `select public.figures_of_the_day() -> 'requests' ->> 'count'`)).toBe('1')
      await settle('declined')
      expect(await value(tx, `select status || ' ' || (settled_by = auth.uid()) from public.visitor_requests`)).toBe(
        'declined true',
      )
      expect(await value(tx, `select public.figures_of_the_day() -> 'requests' ->> 'count'`)).toBe('0')
      await settle('open')
      await becomeOwner(tx)
      expect(await value(tx, states)).toBe('open nobody')
    })
  })
  test('for a business without words is answered by its verification', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      await register(tx, '', 'office@example.com', 'business')
      expect(await value(tx, states)).toBe('open nobody')
      await value(
        tx,
        `update public.contacts set profile = 'verified' where email = 'office@example.com' and type = 'Business'`,
      )
      expect(await value(tx, states)).toBe('answered nobody')
    })
  })
  test('by a brief is confirmed with its number, and answered by its quotation', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      await speaks(tx, 'mt')
      const link = String(
        await value(tx, `select public.save_brief(null, '{"what": "A fascia", "kind": "Panel", "else": "By May"}', 1)`),
      )
      await value(tx, `select public.send_brief('${link}', 'Anna Vella', 'anna@example.com')::text`)
      expect(await value(tx, mails)).toBe('anna@example.com mt A fascia\nBy May')
      expect(
        await value(
          tx,
          `select r.reference = b.reference from public.visitor_requests r join public.design_briefs b on b.id = r.brief_id`,
        ),
      ).toBe(true)
      const id = String(await value(tx, `select id from public.visitor_requests`))
      await become(tx, 'sales')
      const quotation = String(await value(tx, `select public.quote_request('${id}')`))
      expect(
        await value(
          tx,
          `select status || ' ' || quotation_id || ' ' || (contact_id is not null) from public.visitor_requests`,
        ),
      ).toBe(`answered ${quotation} true`)
    })
  })
})

describe('a brief', () => {
  const brief = async (tx: Queryable) => {
    await become(tx, 'visitor')
    return String(await value(tx, `select public.save_brief(null, '{"what": "A fascia"}', 1)`))
  }
  test('is saved, resumed by its link, sent once, and becomes one quotation', async () => {
    await undone(engine, async (tx) => {
      const link = await brief(tx)
      await value(tx, `select public.save_brief('${link}', '{"what": "A fascia", "size": "4 m"}', 2)`)
      await value(tx, `select public.add_brief_picture('${link}', 'wall.png', '${pictureAddress('image/png')}')`)
      expect(await value(tx, `select public.get_brief('${link}') -> 'answers' ->> 'size'`)).toBe('4 m')
      const send = `select public.send_brief('${link}', 'Anna Vella', 'anna@example.com') ->> 'status'`
      expect([await value(tx, send), await value(tx, send)]).toEqual(['sent', 'sent'])
      expect(await value(tx, `select public.save_brief('${link}', '{}', 1)`)).toMatch(/sent already/)
      await becomeOwner(tx)
      const id = String(await value(tx, `select id from public.design_briefs where public_uuid = '${link}'`))
      await become(tx, 'team_member')
      expect(await value(tx, `select public.quote_brief('${id}')`)).toBe('You may not write quotations')
      await become(tx, 'sales')
      const quote = `select public.quote_brief('${id}')`
      const quotation = String(await value(tx, quote))
      expect(await value(tx, quote)).toBe(quotation)
      expect(await value(tx, `select project_title from public.quotations where id = '${quotation}'`)).toBe('A fascia')
      expect(
        await value(tx, `select body like '%Size: 4 m%' from public.internal_notes where record_id = '${quotation}'`),
      ).toBe(true)
    })
  })
  test('takes pictures only', async () => {
    await undone(engine, async (tx) => {
      const link = await brief(tx)
      const add = (data: string) => value(tx, `select public.add_brief_picture('${link}', 'a', '${data}')`)
      expect(await add('data:image/svg+xml;base64,AAAA')).toMatch(/no picture/)
      expect(await add('data:text/html;base64,AAAA')).toMatch(/no picture/)
    })
  })
})

describe('visits', () => {
  const from = (tx: Queryable, address: string, agent: string) =>
    tx.query(`select set_config('request.headers', $1, true)`, [
      JSON.stringify({ 'x-forwarded-for': address, 'user-agent': agent }),
    ])
  test('of one network are those of 20 visitors a day at most, whatever agents it makes up', async () => {
    await undone(engine, async (tx) => {
      const visitors = async (address: string, agents: number) => {
        await become(tx, 'visitor')
        for (let agent = 0; agent < agents; agent += 1) {
          await from(tx, address, `Mozilla/5.0 (${agent})`)
          await value(tx, `select public.note_visit('/')::text`)
        }
        await becomeOwner(tx)
        return value(tx, `select count(distinct session_hash)::int || ' of ' || count(*) from public.page_visits`)
      }
      expect(await visitors('10.9.0.1', 40)).toBe('21 of 40')
      expect(await visitors('10.9.0.2', 1)).toBe('22 of 41')
      expect(await value(tx, `select count(*)::int from private.visitor_calls where address like '10.%'`)).toBe(0)
    })
  })
  test('a visitor of exactly a day ago leaves their place among the 20 of a network', async () => {
    await undone(engine, async (tx) => {
      const visit = async (agent: string) => {
        await become(tx, 'visitor')
        await from(tx, '10.9.1.1', agent)
        await value(tx, `select public.note_visit('/')::text`)
        await becomeOwner(tx)
      }
      await visit('Mozilla/5.0 (first)')
      await tx.exec(`insert into private.visitor_calls (name, address) select name, address from private.visitor_calls, generate_series(2, 20)
        where name = 'note_visit'`)
      const hashes = () => value(tx, `select count(distinct session_hash)::int from public.page_visits`)
      // In one transaction it is the same instant all the time.
      await tx.exec(`update private.visitor_calls set called_at = now() - interval '1 day'`)
      await visit('Mozilla/5.0 (second)')
      await visit('Mozilla/5.0 (third)')
      expect(await hashes()).toBe(3)
      const counted = `select count(distinct session_hash)::int from public.page_visits v where exists (
        select from private.visitor_calls c where c.address = v.session_hash)`
      expect(await value(tx, counted)).toBe(0)
      await tx.exec(`update private.visitor_calls set called_at = now() - interval '1 day' + interval '1 microsecond'`)
      await visit('Mozilla/5.0 (fourth)')
      expect(await value(tx, counted)).toBe(1)
    })
  })
  test('who comes back by another link counts once, for the source that they arrived by', async () => {
    await undone(engine, async (tx) => {
      const visit = (referrer: string | null) =>
        value(tx, `select public.note_visit('/services', ${referrer ? `'https://${referrer}/'` : 'null'})::text`)
      await become(tx, 'visitor')
      await from(tx, '10.8.0.1', 'Mozilla/5.0')
      await visit('www.search.example')
      await visit(null)
      await visit('news.example')
      await from(tx, '10.8.0.2', 'Mozilla/5.0')
      await visit(null)
      await visit('news.example')
      await become(tx, 'sales')
      const today = `(now() at time zone 'UTC')::date`
      const figures = await value(tx, `select public.website_analytics(${today}, ${today})`)
      expect(figures).toMatchObject({ visits: 5, visitors: 2, devices: [{ name: 'desk', count: 2 }] })
      expect(figures).toHaveProperty('sources', [
        { name: '', count: 1 },
        { name: 'www.search.example', count: 1 },
      ])
    })
  })
  test('are counted by visitor and day; robots, staff and secret addresses are not', async () => {
    await undone(engine, async (tx) => {
      const visit = (path: string) =>
        value(tx, `select public.note_visit('${path}', 'https://www.example.com/a')::text`)
      await become(tx, 'visitor')
      await from(tx, '10.0.0.1', 'Mozilla/5.0 (iPhone) Mobile')
      await visit('/')
      await visit('/services/fascia')
      await from(tx, '10.0.0.2', 'Mozilla/5.0')
      await visit('/schedule-appointment')
      await visit('/client-quotations/31000000-0000-4000-a000-000000000001')
      await from(tx, '10.0.0.3', 'Googlebot/2.1')
      await visit('/')
      await become(tx, 'sales')
      await from(tx, '10.0.0.4', 'Mozilla/5.0')
      await visit('/')
      const today = `(now() at time zone 'UTC')::date`
      expect(await value(tx, `select public.website_analytics(${today}, ${today}) - 'days'`)).toEqual({
        visits: 3,
        visitors: 2,
        now: 2,
        pages: [
          { name: '/', count: 1 },
          { name: '/schedule-appointment', count: 1 },
          { name: '/services/fascia', count: 1 },
        ],
        sources: [{ name: 'www.example.com', count: 2 }],
        devices: expect.arrayContaining([
          { name: 'phone', count: 1 },
          { name: 'desk', count: 1 },
        ]),
        funnel: [
          { name: 'visitors', count: 2 },
          { name: 'service', count: 1 },
          { name: 'booking', count: 1 },
          { name: 'booked', count: 0 },
          { name: 'price', count: 0 },
        ],
      })
      await becomeOwner(tx)
      expect(await value(tx, `select count(*)::int from public.page_visits where session_hash like '%10.0%'`)).toBe(0)
      await become(tx, 'client')
      expect(await value(tx, `select public.website_analytics(${today}, ${today})`)).toMatch(/may not see/)
    })
  })
})

describe('work of public forms', () => {
  // With headers a statement counts as a request, which needs a stamp.
  const fromBrowser = (stamp: string) =>
    `select set_config('request.headers', '${JSON.stringify({ 'x-forwarded-for': '192.0.2.7', 'x-work': stamp })}', true)`
  const review = (words: string) => `select public.leave_review('Anna', 5, '${words}')::text`

  test('a stamp opens its form once; without one, or with one of another form or of yesterday, nothing is taken', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const good = stampOf('leave_review')
      for (const bad of ['', '1.2.3', stampOf('send_brief'), stampOf('leave_review', 14, 1_700_000_000)]) {
        await tx.exec(fromBrowser(bad))
        expect(await attempt(tx, review('No'))).toMatchObject({ refused: 'PT428' })
      }
      await tx.exec(fromBrowser(good))
      expect(await attempt(tx, review('Straight letters'))).toHaveProperty('rows')
      expect(await attempt(tx, review('And again'))).toMatchObject({ refused: 'PT428' })
      await becomeOwner(tx)
      expect(await value(tx, 'select count(*)::int from public.reviews')).toBe(1)
    })
  })

  test('a form that gets more than people send asks for more work', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(
        `insert into private.spent_stamps (stamp, form) select n::text, 'leave_review' from generate_series(1, 60) n`,
      )
      expect(await value(tx, `select private.work_bits('leave_review')`)).toBe(20)
      expect(await value(tx, `select private.work_bits('send_brief')`)).toBe(14)
    })
  })
})

describe('legal texts', () => {
  const current = `select public.get_public_policy('terms') ->> 'body_html'`
  const publish = (text: string, base: number) => `select public.publish_policy('terms', '<p>${text}</p>', ${base})`
  const isStepDone = async (tx: Queryable) => (await value(tx, 'select legal from public.first_steps()')) === true

  test('a new company has published none, and each version that it publishes stays to be read', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      expect(await value(tx, current)).toBeNull()
      await become(tx, 'admin')
      expect(await isStepDone(tx)).toBe(false)
      expect(await value(tx, publish('Old', 0))).toBe(1)
      expect(await value(tx, publish('New', 1))).toBe(2)
      expect(await value(tx, publish('New', 2))).toBe(2)
      expect(await value(tx, publish('Blind', 1))).toMatch(/meanwhile/)
    })
    expect(await tries(engine, 'sales', publish('Mine', 0))).toMatchObject({ refused: '42501' })
  })

  test('visitors read the version that holds, and the former one by its number', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'admin')
      for (const [base, text] of ['Old', 'New'].entries()) await value(tx, publish(text, base))
      await value(tx, `select public.publish_policy('privacy', '<p>Kept</p>', 0)`)
      expect(await isStepDone(tx)).toBe(true)
      await become(tx, 'visitor')
      expect(await value(tx, current)).toBe('<p>New</p>')
      expect(await value(tx, `select public.get_public_policy('terms', 1) -> 'is_current'`)).toBe(false)
    })
  })

  test('a text that came with the program becomes the company’s own once its admin publishes it', async () => {
    await undone(engine, async (tx) => {
      await becomeOwner(tx)
      await tx.exec(`insert into public.policy_texts (kind, version, body_html, created_by)
        values ('terms', 1, '<p>Came</p>', null), ('privacy', 2, '<p>Own</p>', null)`)
      await become(tx, 'admin')
      expect(await isStepDone(tx)).toBe(false)
      expect(await value(tx, publish('Came', 1))).toBe(2)
      expect(await isStepDone(tx)).toBe(true)
    })
  })
})
