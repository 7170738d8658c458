-- A person has answered what the chatbot handed over: it goes from the head of the dwelling. Who did is in the dwelling's events.
alter table chatbot_histories
  add column settled_at timestamptz,
  add constraint chatbot_histories_settled check (settled_at is null or handed_over);

/*
 * Clients that were there before four of the frequent questions get those too, at their end. A client that has a question of that text, discarded
 * or not, has said what it wants of it. The answers promise nothing that differs from company to company.
 */
insert into faqs (client_id, position, question, answer, keywords)
select cl.id, first.position, first.question, first.answer, first.keywords
from clients cl, (values
  (15, '車や自転車を停める場所はありますか。',
    '来客用の駐車場や自転車置場の使い方は、建物の管理人または管理会社におたずねください。工事の車のことでお困りのときは、お電話でご連絡ください。',
    '駐車、路駐、工事車両、工事の車、停める場所、止める場所、とめる場所、車どこ、車を停、車は停、車を止め、車を移動、パーキング、自転車置、駐輪'),
  (16, 'なぜこの工事をするのですか。',
    '建物の工事は、管理組合または建物の所有者が決めたものです。工事の内容は、配られたご案内と、このページの資料をご覧ください。',
    'なぜ工事、なぜこの工事、なんで工事、なんでこんな工事、なんでこの工事、どうして工事、どうしてこの工事、何のため、なんのため、何の工事、どんな工事、目的、壊れてないのに、まだ使えるのに、使えてるのに、工事する必要'),
  (17, 'においやアレルギーが心配です。',
    '使う材料やにおいについては、工事の前に担当者が確認してお答えします。アレルギーなど、お体のご事情があるときは、お電話でお知らせください。',
    'においは、においが心配、においします、においとか、においする、臭いは、臭いしま、匂いは、アレルギー、ぜんそく、喘息、化学物質、シックハウス'),
  (18, '引っ越す予定です。',
    '転出や入居のご予定は、お電話でお知らせください。お部屋番号と、引っ越しの日をうかがいます。',
    '引っ越す、引越す、引っ越しま、引越しま、引っ越しする、引越しする、引っ越し予定、引越し予定、退去、転居、転出')
) as first (position, question, answer, keywords)
where not exists (select from faqs faq where faq.client_id = cl.id and faq.question = first.question);
