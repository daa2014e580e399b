-- DEMO DATA, after seed-site.sql: the pages of the site with their photographs (`node scripts/site-pictures.ts` draws them).
-- The same day gives the same rows.

create function pg_temp.site_key(words text) returns uuid language sql immutable as $$ select md5('signwright site ' || words)::uuid $$;
create function pg_temp.victor() returns uuid language sql stable as $$ select id from auth.users where email = 'victor@example.com' $$;

create temporary table photo_file (name text, width integer, bytes integer, md5 text);
insert into photo_file values
  ('shopfront', 480, 7018, '9ea79a5918f95ea6180c3582ed9cf42a'),
  ('shopfront', 960, 13260, 'ac234eaed096b255105d81c598043881'),
  ('shopfront', 1600, 22218, '817a0a81e7c0db746c70f14c8227dd33'),
  ('van', 480, 7480, 'd22cec90a55ecfd849efe69d3ab8792b'),
  ('van', 960, 13912, 'f62dff5974b6b90aebf5e07055eaf5dc'),
  ('van', 1600, 23082, '601a7b9b8bd6cc7f990d7b657927d00f'),
  ('workshop', 480, 4466, 'b041a20797496c316a3fd7d568e0da37'),
  ('workshop', 960, 8226, '86fcc33f27a66959fa53a7a95e98c9a5'),
  ('workshop', 1600, 14430, '9e8f48e1acf661751ce19d460d9b81a1'),
  ('before', 480, 4400, '9d8b0b77da1070af0de7f9ca503d9329'),
  ('before', 960, 7758, '8c97a179e9766e96baeed990bf6bd4ac'),
  ('before', 1600, 12884, '521bcef5697a2bba4606bf7d8940e13c'),
  ('after', 480, 6368, 'b7a68eccf9d8bfcdbedab64cb904dfb4'),
  ('after', 960, 11784, 'eeaf8fe89c3559d086a0c75e659c19d2'),
  ('after', 1600, 19100, 'c14081109c9945f5c267a1195f672130'),
  ('glass', 480, 4584, '620a51588c4459f555b80bc638bd3aee'),
  ('glass', 960, 7934, '3278e0e6586c3c0266a475a466ef44c0'),
  ('glass', 1600, 13658, '1c933a6b658b05905dac6d2d0e05e7d1'),
  ('plaque', 480, 3688, '25451727a7d3f27b84c8ffa0869a6242'),
  ('plaque', 960, 7110, '72baca48fa4a6a6cd91c31e35939afd8'),
  ('plaque', 1600, 12626, '15c98e096489548ab348ba9c739c71ac');

insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
select pg_temp.site_key(format('photo file %s %s', name, width)), 'site-photos', format('%s/%s.webp', pg_temp.site_key('photo ' || name), width),
       pg_temp.victor(), pg_temp.victor()::text, pg_temp.site_key(format('photo bytes %s %s', name, width)),
       jsonb_build_object('eTag', format('"%s"', md5), 'size', bytes, 'mimetype', 'image/webp', 'cacheControl', 'max-age=31536000',
         'lastModified', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'contentLength', bytes, 'httpStatusCode', 200),
       jsonb_build_object('demo', format('site-%s-%s.webp', name, width))
  from photo_file;
insert into public.site_photos (id, alt, file_type, width, height, widths, tone, created_by)
select pg_temp.site_key('photo ' || name), alt, 'webp', 1600, 1000, '{480,960,1600}', tone, pg_temp.victor()
  from (values
    ('shopfront', 'A shopfront at dusk: lit letters over the windows of a bakery', '#5c4a44'),
    ('van', 'A white van with the name and the telephone number of a plumber', '#a9adab'),
    ('workshop', 'The workshop: a router cuts letters out of a sheet', '#9aa2a7'),
    ('before', 'A wall with a faded board above the door', '#9d9178'),
    ('after', 'The same wall with halo letters above the door', '#a49a84'),
    ('glass', 'A meeting room behind a band of frosted film', '#bcc4c2'),
    ('plaque', 'An acrylic plaque on studs beside an entrance', '#d5cfc4')
  ) as v (name, alt, tone);

update public.services s set photo_id = pg_temp.site_key('photo ' || v.name)
  from (values ('led-letters', 'after'), ('tray-fascia', 'shopfront'), ('vehicle-graphics', 'van'), ('window-film', 'glass'), ('acrylic-plaque', 'plaque'))
    as v (slug, name) where s.slug = v.slug;
update public.blog_posts set photo_id = pg_temp.site_key('photo workshop') where slug = 'a-second-router';

-- `@name` stands for the id of a photograph.
create function pg_temp.with_photos(words text) returns jsonb language plpgsql as $$
declare
  v_name text;
begin
  foreach v_name in array '{shopfront,van,workshop,before,after,glass,plaque}'::text[] loop
    words := replace(words, '"@' || v_name || '"', format('"%s"', pg_temp.site_key('photo ' || v_name)));
  end loop;
  return words::jsonb;
end $$;
update public.site_pages s set draft = pg_temp.with_photos(v.words)
  from (values
    ('home', $page$[
  {"id": "opening", "kind": "opening", "label": "Sign makers in Marsa", "title": "Signs that people find you by.", "photo": "@shopfront",
   "lead": "Shopfronts, lit letters, vans, windows and print: drawn, cut, lit and fitted by one workshop. Prices are on this site, not behind a form.",
   "buttons": [{"label": "See what it costs", "link": "/services"}, {"label": "Book a visit", "link": "/schedule-appointment"}]},
  {"id": "services", "kind": "services", "title": "Made here, by the metre and by the letter"},
  {"id": "before-after", "kind": "before_after", "title": "The same wall, three weeks later", "before": "@before", "after": "@after",
   "body": "The chandlery had a board that nobody read. Now its name stands in halo letters on the limestone, and it is seen from the ferry."},
  {"id": "steps", "kind": "steps", "title": "From the first sketch to the last screw", "steps": [
    {"name": "Sketch", "text": "You say what people should see. We measure, draw and name a price with every part on its own line."},
    {"name": "Proof", "text": "You see the sign to scale, on a photo of your wall. Nothing is cut before you approve it."},
    {"name": "Make", "text": "Printed, routed, folded and lit in our own workshop. You follow every step from your phone."},
    {"name": "Fit", "text": "Two people and a van. They fix it, clean up, photograph it and hand it over to you."}]},
  {"id": "reviews", "kind": "reviews"},
  {"id": "place", "kind": "place", "title": "Come and see samples"},
  {"id": "tips", "kind": "tips", "title": "Good to know before you order"}
]$page$),
    ('about', $page$[
  {"id": "workshop", "kind": "text", "title": "One workshop, from the drawing to the ladder", "photo": "@workshop", "side": "right",
   "body": "We have made signs since 1998, first with brushes and now with two routers, two printers and a laser.\n\nEverything that we sell is made under one roof. So the person who measures your wall knows the person who folds the tray, and a question is answered by walking ten metres."},
  {"id": "people", "kind": "people", "title": "Who you will meet", "people": [
    {"name": "Victor", "role": "Answers the telephone and the hard questions"}, {"name": "Rita", "role": "Keeps the stock and the dates"},
    {"name": "Matthew", "role": "Draws, and sends you the proof"}, {"name": "Sam", "role": "Fits, and leaves the place clean"}]},
  {"id": "action", "kind": "action", "title": "Bring a photo of your wall", "body": "A picture, a width and a name are enough for a first price.",
   "buttons": [{"label": "Ask for a price", "link": "/client-registration"}]},
  {"id": "place", "kind": "place"}
]$page$),
    ('work', $page$[
  {"id": "pictures", "kind": "pictures", "title": "Our work", "body": "Five signs of this year, with the permission of those who look at them every day.", "pictures": [
    {"photo": "@shopfront", "caption": "Lit letters for a bakery"}, {"photo": "@van", "caption": "A plumber’s van, lettered in a day"},
    {"photo": "@glass", "caption": "Frosted film for a design studio"}, {"photo": "@after", "caption": "Halo letters on limestone"},
    {"photo": "@plaque", "caption": "An acrylic plaque for a dental practice"}]},
  {"id": "action", "kind": "action", "title": "Yours could be the next one", "buttons": [{"label": "Ask for a price", "link": "/client-registration"}]}
]$page$),
    ('services', $page$[
  {"id": "services", "kind": "services", "title": "What we make, and from which price",
   "body": "Prices are for the usual material. Size, finish and fitting change them: every page says by how much."}
]$page$)
  ) as v (page, words) where s.page = v.page;
insert into public.site_versions (id, page, number, blocks, shows_from, created_by, created_at)
select pg_temp.site_key('version ' || page), page, 1, draft, now() - interval '90 days', pg_temp.victor(), now() - interval '90 days' from public.site_pages;

drop table photo_file;
drop function pg_temp.with_photos(text), pg_temp.victor(), pg_temp.site_key(text);
