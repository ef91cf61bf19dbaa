import { rulesOf } from '../rules.ts'

/** Rules that the browser enforces or repeats. */
export const screens = [
  ...rulesOf('src/features/moderation/queue/double-press.ts', {
    'a double click decides two communities': [
      'unit/double-press',
      'press.timeStamp - last.press.timeStamp < doublePressMs &&',
      'press.timeStamp < 0 &&',
    ],
    'a second press about the same community is ignored': [
      'unit/double-press',
      'item !== last.item &&\n',
      '',
    ],
    'a reviewer who moves the pointer has to wait': [
      'unit/double-press',
      'return distance > samePlacePx',
      'return distance > Infinity',
    ],
  }),
  ...rulesOf('src/features/listing/whatsapp-link.ts', {
    'a link that hides its real address is accepted': [
      'unit/whatsapp-link',
      'if (/^[a-z]+:\\/\\/[^/?#\\\\]*@/i.test(text)) {',
      'if (text === "@") {',
    ],
    'the first of two invite links is chosen': [
      'unit/whatsapp-link',
      'if (first && found.some(({ link }) => link !== first.link)) {',
      'if (first && found.length > 99) {',
    ],
    'an invite code loses its case': [
      'unit/whatsapp-link',
      "const code = isInvite ? (rest.shift() ?? '') : first\n",
      "const code = (isInvite ? (rest.shift() ?? '') : first).toLowerCase()\n",
    ],
    'a link with a port is accepted': [
      'unit/whatsapp-link',
      "if (url.port !== '') {",
      'if (url.port === "0") {',
    ],
    'a link in a redirect of another site is not found': [
      'unit/whatsapp-link',
      'return wrapped ? readLink(wrapped) : refuseHost(host)',
      'return refuseHost(host)',
    ],
    'an invite code of another length is accepted': [
      'unit/whatsapp-link',
      'if (code.length === 22) return',
      'if (code.length > 20) return',
    ],
  }),
  ...rulesOf('src/features/listing/images/prepare-image.ts', {
    'a file of another type is taken for a JPEG': [
      'unit/image-type',
      'start: /^ÿØÿ/,',
      'start: /^ÿØ/,',
    ],
    'a text that begins like a GIF is taken for an image': [
      'unit/image-type',
      'start: /^GIF8[79]a/,',
      'start: /^GIF/,',
    ],
  }),
  ...rulesOf('src/features/listing/community-schema.ts', {
    'a community is listed without the consent to publish': [
      'unit/community-schema',
      'z.refine((yes) => yes || !isNew,',
      'z.refine((yes) => yes || !yes || !isNew,',
    ],
    'the form accepts an image of another host': [
      'unit/community-schema',
      "z.refine((url) => url === '' || isAllowedImageUrl(url, projectUrl), 'Invalid image URL'),",
      "z.refine((url) => url === '' || isAllowedImageUrl(url, projectUrl) || url !== '', 'Invalid image URL'),",
    ],
    'the form accepts a name without a visible character': [
      'unit/community-schema',
      'z.refine(isVisible, missing), isAtMost(max))',
      'z.minLength(1, missing), isAtMost(max))',
    ],
  }),
  ...rulesOf('src/lib/clean-text.ts', {
    'the form keeps marks that change the text direction': [
      'unit/clean-text',
      "'[\\\\u00AD\\\\u061C\\\\u200E\\\\u200F\\\\u202A-\\\\u202E\\\\u2060-\\\\u206F\\\\uFEFF\\\\uFFF9-\\\\uFFFB]',",
      "'[\\\\u00AD\\\\u061C\\\\u2060-\\\\u206F\\\\uFEFF\\\\uFFF9-\\\\uFFFB]',",
    ],
    'the form removes joiners from emoji and from Persian': [
      'unit/clean-text',
      '`(?<![${joiningLetters}${emoji}]\\\\uFE0F?)[\\\\u200C\\\\u200D]`,',
      "'[\\\\u200C\\\\u200D]',",
    ],
  }),
  ...rulesOf('src/features/import-export/csv.ts', {
    'a spreadsheet runs a formula of an exported name': [
      'unit/csv',
      'escapeFormulae: formula,',
      'escapeFormulae: false,',
    ],
    'an exported phone number is computed': [
      'unit/csv',
      "phone && phone.replaceAll(/(?<!ext)[-./]+ */g, ' ').replace(phoneStart, '$1 ')",
      'phone',
    ],
  }),
  ...rulesOf('src/lib/repair-url.ts', {
    'a path of two slashes leads to another site': [
      'unit/repair-url',
      "path.replace(/^\\/+/, '/'),",
      'path,',
    ],
    'a mark at the end of a link breaks it': [
      'unit/repair-url',
      "return isTextLast ? repaired : repaired.replace(trailingMarks, '')",
      'return isTextLast ? repaired : repaired',
    ],
  }),
  ...rulesOf('src/features/session/read-email-link.ts', {
    'the parameters of another site are read as a link of ours': [
      'unit/read-email-link',
      "/^[a-z_]+$/.test(found.get('error') ?? '') && Boolean(found.get('error_description'))",
      "Boolean(found.get('error'))",
    ],
    'a link leaves its token in the URL': [
      'unit/read-email-link',
      'if (isFromAuth(query)) for (const key of parameters) query.delete(key)',
      '',
    ],
  }),
  ...rulesOf('src/features/own-communities/row-notice.ts', {
    'a rejection hides a claim to answer': [
      'unit/row-notice',
      "  if (claims.some(isToAnswer)) return 'claim to answer'\n",
      '',
    ],
    'a dead link with a new one in review is urgent': [
      'unit/row-notice',
      'if (isLinkDead(community) && !isNewLinkInReview(community)) return',
      'if (isLinkDead(community)) return',
    ],
  }),
]
