import { rulesOf } from '../rules.ts'

const folder = 'supabase/schemas/communities'

/** Listing, editing, importing, images and signs of life. */
export const communities = [
  ...rulesOf(`${folder}/communities.sql`, {
    'a co-owner deletes the community': [
      'database/co-owners',
      'on public.communities for delete to authenticated using (owner_id = (select auth.uid()) or (select private.is_admin()));',
      'on public.communities for delete to authenticated using (true);',
    ],
    'a user reads and writes the groups of any community': [
      'database/attacks',
      'using (exists (select from public.communities as c where c.id = community_id));',
      'using (true);',
    ],
    'an owner writes since when their community is verified': [
      'database/grants',
      'status, approval_date, approved_by, rejection_reason, held_changes, updated_at,',
      'status, approval_date, approved_by, rejection_reason, held_changes, updated_at, verified_at,',
    ],
    'a new community has a status that its owner chooses': [
      'database/attacks',
      'category, languages, member_count, owner_id\n)',
      'category, languages, member_count, owner_id, status\n)',
    ],
    'a link leads to any host': [
      'database/rules-agree',
      "link ~ '^https://chat\\.whatsapp\\.com/[A-Za-z0-9]{22}$'",
      "link ~ '^https://[a-z.]+/[A-Za-z0-9]{22}$'",
    ],
    'an image comes from any host': [
      'database/rules-agree',
      "url ~ '^https://images\\.unsplash\\.com/photo-",
      "url ~ '^https://[a-z.]+/photo-",
    ],
    'a community has any number of languages': [
      'database/languages',
      'cardinality(codes) <= (private.limits()).max_languages and ',
      '',
    ],
    'a member count of an owner grows without a review': [
      'database/member-counts',
      'member_count > greatest(2 * coalesce(reviewed_count, 0), (private.limits()).max_unreviewed_count)',
      'false and member_count > 0 and reviewed_count > 0',
    ],
  }),
  ...rulesOf(`${folder}/save.sql`, {
    'an owner lists more than 100 communities': [
      'database/communities',
      'private.require_quota(count(*), 100,',
      'private.require_quota(count(*), 200,',
    ],
    'an upsert changes a stored community': [
      'database/communities',
      'if exists (select from public.communities as c where c.id = new.id) then',
      'if false then',
    ],
    'a new community has a link that is already listed': [
      'database/communities',
      '  perform private.require_unlisted_link(new.whatsapp_link, new.id);\n  perform private.require_image(new.image_url, new);',
      '  perform private.require_image(new.image_url, new);',
    ],
    'a new community has an image of another user': [
      'database/communities',
      '  perform private.require_image(new.image_url, new);\n  return new;',
      '  return new;',
    ],
    'an admin decides about a community that is decided': [
      'database/decisions',
      "if is_decision and (old.status <> 'pending' or new.status = 'pending') and private.is_admin() then",
      'if false then',
    ],
    'a save overwrites a newer version': [
      'database/communities',
      'if (new.updated_at, new.groups_updated_at) is distinct from (old.updated_at, old.groups_updated_at) then',
      'if false then',
    ],
    'an owner gives their community to another user with a save': [
      'database/attacks',
      'if (new.id, new.owner_id, new.created_at) is distinct from (old.id, old.owner_id, old.created_at) then',
      'if false then',
    ],
    'an edited community stays rejected': [
      'database/communities',
      "if old.status = 'rejected' then new := private.resubmitted(new); end if;",
      '',
    ],
    'another user lists a community with the id of a deleted one': [
      'database/attacks',
      "where e.subject_id = new.id and e.action = 'deleted' and e.owner_id is distinct from new.owner_id",
      'where false',
    ],
    'an approval is not in the log': [
      'database/audit-log',
      "perform private.record_decision('approved', new.id, before, '{}');",
      '',
    ],
    'an edit by an admin is not in the log': [
      'database/audit-log',
      "perform private.record_decision('edited', new.id, before);",
      '',
    ],
    'an appeal stays open when the owner resubmits the community': [
      'database/appeals',
      "perform private.close_appeals(new.id, 'closed');",
      '',
    ],
  }),
  ...rulesOf(`${folder}/save_rules.sql`, {
    'an owner chooses the category of the admins': [
      'database/communities',
      "if category = 'Social' and not private.is_admin() then",
      'if false then',
    ],
  }),
  ...rulesOf(`${folder}/blocks.sql`, {
    'a hidden or paused community stays in the directory': [
      'database/visibility',
      'where b.community_id = community.id and b.kind <> all (despite)',
      'where false',
    ],
  }),
  ...rulesOf(`${folder}/import.sql`, {}),
  ...rulesOf(`${folder}/images.sql`, {}),
  ...rulesOf(`${folder}/images_in_use.sql`, {
    'an image that an undo needs is collected': [
      'functions/collect-images',
      'e.at > now() - 2 * private.undo_window()',
      'false',
    ],
    'an image of an unfinished draft is collected': [
      'functions/collect-images',
      "where f.created_at < now() - interval '7 days'",
      'where true',
    ],
  }),
  ...rulesOf(`${folder}/still_active.sql`, {}),
  ...rulesOf(`${folder}/ask_owners.sql`, {}),
  ...rulesOf(`${folder}/admin_lists.sql`, {}),
]
