set check_function_bodies = off;

create function private.goods_of_delivery(p_delivery public.deliveries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select string_agg(g.words, ', ' order by g.position) filter (where g.place <= 8)
        || case when count(*) > 8 then ', …' else '' end
    from (
      select n.position, row_number() over (order by n.position) as place,
             case when q.qty = trunc(q.qty) then trunc(q.qty)::text || ' × ' else '' end || left(split_part(btrim(i.description), E'\n', 1), 120) as words
        from public.delivery_items n join public.order_items i on i.id = n.order_item_id
        cross join lateral (select case when p_delivery.delivered_at is null then n.qty else n.qty_delivered end as qty) as q
       where n.delivery_id = p_delivery.id and q.qty > 0 and not private.is_work(i.unit)) as g);
end $$;
comment on function private.goods_of_delivery is
  'What a delivery brings, or has brought, in words for a mail: "2 × Fascia panel, 1 × Projecting sign". Work that is counted in time is no goods on a van.
A quantity that is not whole is not said: its unit is a word of one language. Null without goods.';

create or replace function private.rest_facts(p_delivery public.deliveries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'goods', private.goods_of_delivery(p_delivery),
    'more_follows', (select 'yes' from public.order_items i join public.orders o on o.id = i.order_id
      left join public.delivery_items n on n.order_item_id = i.id and n.delivery_id = p_delivery.id and p_delivery.delivered_at is null
      where i.order_id = p_delivery.order_id and i.kind = 'item' and i.qty > i.qty_delivered + coalesce(n.qty - n.qty_delivered, 0)
        and o.cancelled_at is null limit 1),
    'is_rest', (select 'yes' from public.order_items i
      where i.order_id = p_delivery.order_id and i.kind = 'item'
        and private.brought_before(i.id, p_delivery.id, p_delivery.delivered_at) > 0 limit 1));
end $$;
comment on function private.rest_facts is
  'What a mail about a delivery says of what it brings: goods in words; more_follows where something of the order comes with another
delivery, is_rest where another one brought something before this one; else null.';

revoke execute on all routines in schema private from public;

reset check_function_bodies;

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('delivery', 'goods', 'What it brings, without hours', 'text', '2 × Fascia panel, 1 × Projecting sign', 18);
update private.mail_variables set label = '“yes” where something of the order comes with another delivery; else empty' where kind = 'delivery' and name = 'more_follows';

-- The mail names what is on the van. One that somebody wrote keeps its words, and nobody wrote this version.
create temporary table changed_words (language text, key text, part text, was text, is_now text, step integer);
insert into changed_words (language, key, part, was, is_now, step) values
  ('en', 'delivery_on_the_way', 'body', '{{ title }} has just left our workshop',
   '{% if more_follows != blank %}a part of {{ title }} has just left our workshop{% elsif is_rest != blank %}the rest of {{ title }} has just left our workshop{% else %}{{ title }} has just left our workshop{% endif %}', 1),
  ('en', 'delivery_on_the_way', 'body', 'mebody can receive it.</p><p><a href="{{ link }}">',
   'mebody can receive it.</p>{% if goods != blank %}<p>On the van: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('en', 'delivery_on_the_way', 'subject', 'On the way: {{ title }}',
   '{% if more_follows != blank %}A part is on the way: {{ title }}{% else %}On the way: {{ title }}{% endif %}', 1),
  ('de', 'delivery_on_the_way', 'body', '{{ title }} hat soeben unsere Werkstatt verlassen',
   '{% if more_follows != blank %}ein Teil von {{ title }} hat soeben unsere Werkstatt verlassen{% elsif is_rest != blank %}der Rest von {{ title }} hat soeben unsere Werkstatt verlassen{% else %}{{ title }} hat soeben unsere Werkstatt verlassen{% endif %}', 1),
  ('de', 'delivery_on_the_way', 'body', 'eferung annehmen kann.</p><p><a href="{{ link }}">',
   'eferung annehmen kann.</p>{% if goods != blank %}<p>Auf dem Wagen: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('de', 'delivery_on_the_way', 'subject', 'Unterwegs: {{ title }}',
   '{% if more_follows != blank %}Teillieferung unterwegs: {{ title }}{% else %}Unterwegs: {{ title }}{% endif %}', 1),
  ('fr', 'delivery_on_the_way', 'body', '{{ title }} vient de quitter notre atelier',
   '{% if more_follows != blank %}une partie de {{ title }} vient de quitter notre atelier{% elsif is_rest != blank %}le reste de {{ title }} vient de quitter notre atelier{% else %}{{ title }} vient de quitter notre atelier{% endif %}', 1),
  ('fr', 'delivery_on_the_way', 'body', 'ptionner la livraison.</p><p><a href="{{ link }}">',
   'ptionner la livraison.</p>{% if goods != blank %}<p>Dans le véhicule : {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('fr', 'delivery_on_the_way', 'subject', 'En route : {{ title }}',
   '{% if more_follows != blank %}Livraison partielle en route : {{ title }}{% else %}En route : {{ title }}{% endif %}', 1),
  ('it', 'delivery_on_the_way', 'body', '{{ title }} ha appena lasciato il nostro laboratorio',
   '{% if more_follows != blank %}una parte di {{ title }} ha appena lasciato il nostro laboratorio{% elsif is_rest != blank %}il resto di {{ title }} ha appena lasciato il nostro laboratorio{% else %}{{ title }} ha appena lasciato il nostro laboratorio{% endif %}', 1),
  ('it', 'delivery_on_the_way', 'body', ' ricevere la consegna.</p><p><a href="{{ link }}">',
   ' ricevere la consegna.</p>{% if goods != blank %}<p>Sul furgone: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('it', 'delivery_on_the_way', 'subject', 'In consegna: {{ title }}',
   '{% if more_follows != blank %}Consegna parziale in arrivo: {{ title }}{% else %}In consegna: {{ title }}{% endif %}', 1),
  ('es', 'delivery_on_the_way', 'body', '{{ title }} acaba de salir de nuestro taller',
   '{% if more_follows != blank %}una parte de {{ title }} acaba de salir de nuestro taller{% elsif is_rest != blank %}el resto de {{ title }} acaba de salir de nuestro taller{% else %}{{ title }} acaba de salir de nuestro taller{% endif %}', 1),
  ('es', 'delivery_on_the_way', 'body', 'da recibir la entrega.</p><p><a href="{{ link }}">',
   'da recibir la entrega.</p>{% if goods != blank %}<p>En la furgoneta: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('es', 'delivery_on_the_way', 'subject', 'En camino: {{ title }}',
   '{% if more_follows != blank %}Entrega parcial en camino: {{ title }}{% else %}En camino: {{ title }}{% endif %}', 1),
  ('pt', 'delivery_on_the_way', 'body', '{{ title }} acabou de sair da nossa oficina',
   '{% if more_follows != blank %}uma parte de {{ title }} acabou de sair da nossa oficina{% elsif is_rest != blank %}o resto de {{ title }} acabou de sair da nossa oficina{% else %}{{ title }} acabou de sair da nossa oficina{% endif %}', 1),
  ('pt', 'delivery_on_the_way', 'body', 'ssa receber a entrega.</p><p><a href="{{ link }}">',
   'ssa receber a entrega.</p>{% if goods != blank %}<p>Na carrinha: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('pt', 'delivery_on_the_way', 'subject', 'A caminho: {{ title }}',
   '{% if more_follows != blank %}Entrega parcial a caminho: {{ title }}{% else %}A caminho: {{ title }}{% endif %}', 1),
  ('nl', 'delivery_on_the_way', 'body', '{{ title }} heeft zojuist onze werkplaats verlaten',
   '{% if more_follows != blank %}een deel van {{ title }} heeft zojuist onze werkplaats verlaten{% elsif is_rest != blank %}de rest van {{ title }} heeft zojuist onze werkplaats verlaten{% else %}{{ title }} heeft zojuist onze werkplaats verlaten{% endif %}', 1),
  ('nl', 'delivery_on_the_way', 'body', 'levering kan aannemen?</p><p><a href="{{ link }}">',
   'levering kan aannemen?</p>{% if goods != blank %}<p>In de bus: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('nl', 'delivery_on_the_way', 'subject', 'Onderweg: {{ title }}',
   '{% if more_follows != blank %}Deellevering onderweg: {{ title }}{% else %}Onderweg: {{ title }}{% endif %}', 1),
  ('pl', 'delivery_on_the_way', 'body', 'przesyłka {{ title }} właśnie wyjechała z naszego warsztatu',
   '{% if more_follows != blank %}część zamówienia {{ title }} właśnie wyjechała z naszego warsztatu{% elsif is_rest != blank %}reszta zamówienia {{ title }} właśnie wyjechała z naszego warsztatu{% else %}przesyłka {{ title }} właśnie wyjechała z naszego warsztatu{% endif %}', 1),
  ('pl', 'delivery_on_the_way', 'body', ' ktoś mógł ją odebrać.</p><p><a href="{{ link }}">',
   ' ktoś mógł ją odebrać.</p>{% if goods != blank %}<p>W samochodzie: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('pl', 'delivery_on_the_way', 'subject', 'W drodze: {{ title }}',
   '{% if more_follows != blank %}Dostawa częściowa w drodze: {{ title }}{% else %}W drodze: {{ title }}{% endif %}', 1),
  ('mt', 'delivery_on_the_way', 'body', '{{ title }} għadu kif telaq mill-workshop tagħna',
   '{% if more_follows != blank %}parti minn {{ title }} għadha kif telqet mill-workshop tagħna{% elsif is_rest != blank %}il-bqija ta’ {{ title }} għadha kif telqet mill-workshop tagħna{% else %}{{ title }} għadu kif telaq mill-workshop tagħna{% endif %}', 1),
  ('mt', 'delivery_on_the_way', 'body', 'xi ħadd biex jirċevih.</p><p><a href="{{ link }}">',
   'xi ħadd biex jirċevih.</p>{% if goods != blank %}<p>Fil-vann: {{ goods }}</p>{% endif %}<p><a href="{{ link }}">', 2),
  ('mt', 'delivery_on_the_way', 'subject', 'Fi triqtu: {{ title }}',
   '{% if more_follows != blank %}Parti fi triqtha: {{ title }}{% else %}Fi triqtu: {{ title }}{% endif %}', 1);
alter table public.email_templates disable trigger user;
do $$
declare
  v_row changed_words;
begin
  for v_row in select * from changed_words order by step loop
    update public.email_template_versions v
       set body = case v_row.part when 'body' then replace(v.body, v_row.was, v_row.is_now) else v.body end,
           subject = case v_row.part when 'subject' then replace(v.subject, v_row.was, v_row.is_now) else v.subject end
      from public.email_templates t
     where t.id = v.template_id and t.version = 1 and t.created_by is null and t.key = v_row.key and t.language = v_row.language;
    update public.email_templates t
       set body = case v_row.part when 'body' then replace(t.body, v_row.was, v_row.is_now) else t.body end,
           subject = case v_row.part when 'subject' then replace(t.subject, v_row.was, v_row.is_now) else t.subject end
     where t.version = 1 and t.created_by is null and t.key = v_row.key and t.language = v_row.language;
  end loop;
end $$;
alter table public.email_templates enable trigger user;
drop table changed_words;
