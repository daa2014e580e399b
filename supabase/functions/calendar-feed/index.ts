import { calendarFeedText, feedSchema } from '../../../src/documents/calendar-feed.ts'
import { Refusal } from '../_shared/answers.ts'
import { takeCall } from '../_shared/call-limit.ts'
import { asService } from '../_shared/caller.ts'
import { environment } from '../_shared/environment.ts'
import { idOfNetwork } from '../_shared/network.ts'
import { serveAddress } from '../_shared/serve-json.ts'

/**
 * `GET …/calendar-feed/<token>.ics`: a person's calendar as iCalendar. The token is the right to read. The database
 * knows its hash, reads with the person's rights, and answers nothing after they lost them. An unknown, renewed or
 * removed address answers 404.
 */
serveAddress(async (request) => {
  const token = /\/calendar-feed\/([0-9a-f]{64})(?:\.ics)?$/.exec(new URL(request.url).pathname)?.[1]
  const unknown = new Refusal(404, 'not_found', 'This calendar does not exist or is not shared any more.')
  if (!token) throw unknown
  const { data, error } = await asService().rpc('get_calendar_feed', { p_token: token })
  if (error?.code === 'PT429') throw new Refusal(429, 'too_many_requests', error.message, { 'retry-after': '60' })
  if (error) throw error
  if (data === null) {
    // The caller is unknown, so guesses are counted by network.
    await takeCall('calendar-feed-unknown', { id: await idOfNetwork(request) }, { perMinute: 20, perDay: 500 })
    throw unknown
  }
  const text = calendarFeedText(feedSchema.parse(data), new Date(), environment('SITE_URL'))
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
})
