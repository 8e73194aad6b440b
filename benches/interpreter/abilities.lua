-- The abilities in Lua: the same state machines as in native.rs. A function gets the stage and gives the next one, or -1 when it is over.
local me, this_card, size, card, has_type, has_tag, level = me, this_card, size, card, has_type, has_tag, level
local picked, picked_option, moved, moved_count = picked, picked_option, moved, moved_count
local keep_moved, keep, kept, kept_count, past_len, past_put = keep_moved, keep, kept, kept_count, past_len, past_put
local draw, pile, begin, put, turn, show, shuffle, send = draw, pile, begin, put, turn, show, shuffle, send
local candidates, candidate, ask_cards, ask_option, chose, said = candidates, candidate, ask_cards, ask_option, chose, said
local effect, delay, deal, start_paying, pay, end_paying, result = effect, delay, deal, start_paying, pay, end_paying, result

local DECK <const>, HAND <const>, WAITING_ROOM <const>, STOCK <const>, RESOLUTION <const> = 0, 1, 2, 3, 5
local STAGE <const>, MEMORY <const> = 6, 10
local CHARACTER <const>, CLIMAX <const> = 1, 4
local LAMP <const>, TEA <const> = 0, 1
local RESTED <const> = 1
local PUT <const>, RETURN <const>, FLIP <const> = 1, 3, 6
local OVER <const> = -1

local body, fits = {}, {}

local function lamp(c)
  return has_type(c, CHARACTER) and has_tag(c, LAMP)
end

local function put_one(c, p, zone, note)
  begin()
  if c >= 0 then put(c, p, zone, note) end
  send()
end

local function turn_picked()
  local c = picked(0)
  begin()
  if c >= 0 then turn(c, RESTED) end
  send()
end

-- All characters of a stage but one.
local function gather_others(p, but)
  candidates()
  for n = 0, size(p, STAGE) - 1 do
    local c = card(p, STAGE, n)
    if c ~= but and has_type(c, CHARACTER) then candidate(c) end
  end
end

local function gather_characters(p, zone)
  candidates()
  for n = 0, size(p, zone) - 1 do
    local c = card(p, zone, n)
    if has_type(c, CHARACTER) then candidate(c) end
  end
end

local function gather_lamps(p, zone)
  candidates()
  for n = 0, size(p, zone) - 1 do
    local c = card(p, zone, n)
    if lamp(c) then candidate(c) end
  end
end

local function gather_all(p, zone)
  candidates()
  for n = 0, size(p, zone) - 1 do candidate(card(p, zone, n)) end
end

local function count_other_lamps(p, but)
  local count = 0
  for n = 0, size(p, STAGE) - 1 do
    local c = card(p, STAGE, n)
    if c ~= but and lamp(c) then count = count + 1 end
  end
  return count
end

body[0] = function() return OVER end

local function draw_one(stage)
  if stage == 0 then
    draw(1)
    return 1
  end
  result()
  return OVER
end
body[1], body[17], body[115], body[116] = draw_one, draw_one, draw_one, draw_one

body[2] = function(stage)
  if stage == 0 then
    draw(1)
    return 1
  elseif stage == 1 then
    result()
    gather_all(me(), HAND)
    ask_cards(1, 1)
    return 2
  elseif stage == 2 then
    put_one(picked(0), me(), WAITING_ROOM, PUT)
    return 3
  end
  result()
  return OVER
end

body[3] = function(stage)
  local you = me()
  if stage == 0 then
    candidates()
    for n = 0, size(you, DECK) - 1 do
      local c = card(you, DECK, n)
      if has_type(c, CHARACTER) and has_tag(c, TEA) then candidate(c) end
    end
    ask_cards(0, 1)
    return 1
  elseif stage == 1 then
    chose()
    local c = picked(0)
    begin()
    if c >= 0 then
      keep(0, c)
      show(c, true)
    end
    send()
    return 2
  elseif stage == 2 then
    result()
    put_one(kept(0, 0), you, HAND, PUT)
    return 3
  elseif stage == 3 then
    result()
    begin()
    shuffle(you)
    send()
    return 4
  end
  result()
  return OVER
end

body[4] = function(stage)
  if stage == 0 then
    gather_lamps(me(), WAITING_ROOM)
    ask_cards(1, 1)
    return 1
  elseif stage == 1 then
    chose()
    put_one(picked(0), me(), HAND, RETURN)
    return 2
  end
  result()
  return OVER
end

body[5] = function()
  effect(this_card(), 5, 2000)
  return OVER
end

body[6] = function(stage)
  if stage == 0 then
    gather_characters(me(), STAGE)
    ask_cards(1, 1)
    return 1
  end
  chose()
  local others = count_other_lamps(me(), this_card())
  local c = picked(0)
  if c >= 0 then effect(c, 6, 500 * others) end
  return OVER
end

body[7] = function(stage)
  local you = me()
  if stage == 0 then
    if count_other_lamps(you, this_card()) >= 2 then
      draw(1)
      return 1
    end
  else
    result()
  end
  if size(you, WAITING_ROOM) >= 5 then effect(this_card(), 7, 1000) end
  return OVER
end

body[8] = function(stage)
  if stage == 0 then
    start_paying()
    pay(1)
    return 1
  elseif stage == 1 then
    gather_all(me(), HAND)
    ask_cards(1, 1)
    return 2
  elseif stage == 2 then
    put_one(picked(0), me(), WAITING_ROOM, PUT)
    return 3
  elseif stage == 3 then
    end_paying()
    return 4
  elseif stage == 4 then
    draw(2)
    return 5
  end
  result()
  return OVER
end

body[9] = function(stage)
  if stage == 0 then
    local other = 1 - me()
    candidates()
    for n = 0, size(other, STAGE) - 1 do
      local c = card(other, STAGE, n)
      if has_type(c, CHARACTER) and level(c) <= 1 then candidate(c) end
    end
    ask_cards(1, 1)
    return 1
  elseif stage == 1 then
    chose()
    put_one(picked(0), 1 - me(), HAND, RETURN)
    return 2
  end
  result()
  return OVER
end

body[10] = function(stage)
  local you = me()
  if stage <= 3 then
    local c = card(you, DECK, size(you, DECK) - 1 - stage)
    if c >= 0 then
      begin()
      show(c, false)
      send()
    end
    return stage + 1
  elseif stage == 4 then
    candidates()
    local top = size(you, DECK) - 1
    for n = 0, 3 do
      local c = card(you, DECK, top - n)
      keep(n, c)
      if lamp(c) then candidate(c) end
    end
    ask_cards(0, 1)
    return 5
  elseif stage == 5 then
    chose()
    local c = picked(0)
    begin()
    if c >= 0 then
      keep(4, c)
      show(c, true)
    end
    send()
    return 6
  elseif stage == 6 then
    put_one(kept(4, 0), you, HAND, PUT)
    return 7
  elseif stage == 7 then
    result()
    local taken = kept(4, 0)
    begin()
    for n = 0, 3 do
      local c = kept(n, 0)
      if c >= 0 and c ~= taken then put(c, you, WAITING_ROOM, PUT) end
    end
    send()
    return 8
  end
  result()
  return OVER
end

body[11] = function(stage)
  if stage == 0 then
    deal(1 - me(), 2)
    return 1
  end
  result()
  return OVER
end

-- Goes on to the next climax among the flipped cards, of which `from` were looked at.
local function brainstorm(you, from)
  for n = from, kept_count(0) - 1 do
    if has_type(kept(0, n), CLIMAX) then
      gather_lamps(you, WAITING_ROOM)
      ask_cards(0, 1)
      return n + 4
    end
  end
  return OVER
end

body[12] = function(stage)
  local you = me()
  if stage == 0 then
    pile(DECK, RESOLUTION, 4, FLIP)
    return 1
  elseif stage == 1 then
    result()
    begin()
    for n = 0, moved_count() - 1 do put(moved(n), you, WAITING_ROOM, PUT) end
    send()
    return 2
  elseif stage == 2 then
    result()
    keep_moved(0)
    return brainstorm(you, 0)
  elseif stage >= 100 then
    result()
    return brainstorm(you, stage - 103)
  end
  chose()
  put_one(picked(0), you, HAND, RETURN)
  return 100 + stage
end

body[13] = function(stage)
  if stage == 0 then
    ask_option(3)
    return 1
  elseif stage == 1 then
    local option = picked_option()
    said(option + 1)
    if option == 0 then
      draw(1)
      return 9
    elseif option == 1 then
      gather_characters(1 - me(), STAGE)
      ask_cards(1, 1)
      return 2
    end
    gather_characters(me(), WAITING_ROOM)
    ask_cards(1, 1)
    return 3
  elseif stage == 2 then
    chose()
    turn_picked()
    return 9
  elseif stage == 3 then
    chose()
    put_one(picked(0), me(), HAND, RETURN)
    return 9
  end
  result()
  return OVER
end

-- Row 14 is continuous: which cards it is about is told card by card.
fits[14] = function(is_this, mine, types, tags)
  return mine and not is_this and types & CHARACTER ~= 0 and tags & 1 ~= 0
end
fits[15] = function(is_this, mine, types, tags)
  return mine and not is_this and types & CHARACTER ~= 0 and tags & 2 ~= 0
end
fits[16] = function(is_this, mine, types, tags)
  return mine and not is_this and types & CHARACTER ~= 0
end
fits[18] = fits[14]

body[15] = function(stage)
  if stage == 0 then
    gather_others(me(), this_card())
    ask_cards(1, 1)
    return 1
  elseif stage == 1 then
    chose()
    local c = picked(0)
    if c >= 0 then effect(c, 15, 0) end
    turn_picked()
    return 2
  end
  result()
  return OVER
end

body[16] = function(stage)
  if stage == 0 then
    delay()
    gather_others(me(), this_card())
    ask_cards(1, 1)
    return 1
  elseif stage == 1 then
    chose()
    turn_picked()
    return 2
  end
  result()
  return OVER
end

body[117] = function(stage)
  if stage == 0 then
    pile(DECK, STOCK, 1, PUT)
    return 1
  end
  result()
  return OVER
end

body[18] = function(stage)
  if stage == 0 then
    local you, but = me(), this_card()
    begin()
    for n = 0, size(you, STAGE) - 1 do
      local c = card(you, STAGE, n)
      if c ~= but and has_type(c, CHARACTER) then turn(c, RESTED) end
    end
    send()
    return 1
  end
  result()
  return OVER
end

body[118] = function(stage)
  if stage == 0 then
    pile(DECK, STOCK, 1, PUT)
    return 1
  end
  result()
  effect(this_card(), 118, 500)
  return OVER
end

body[19] = function(stage)
  if stage == 0 then
    pile(DECK, WAITING_ROOM, 3, PUT)
    return 1
  end
  result()
  local you, count = me(), 0
  for n = 0, past_len() - 1 do
    local c = past_put(n, you, WAITING_ROOM)
    if c >= 0 and has_type(c, CHARACTER) then count = count + 1 end
  end
  effect(this_card(), 19, 1000 * count)
  return OVER
end

body[20] = function(stage)
  if stage == 0 then
    gather_others(me(), this_card())
    ask_cards(1, 1)
    return 1
  elseif stage == 1 then
    chose()
    local c = picked(0)
    if c >= 0 then effect(c, 20, 0) end
    turn_picked()
    return 2
  end
  result()
  return OVER
end

body[120] = function(stage)
  if stage == 0 then
    effect(this_card(), 120, 0)
    return 1
  elseif stage == 1 then
    put_one(this_card(), me(), WAITING_ROOM, PUT)
    return 2
  end
  result()
  return OVER
end

body[220] = function(stage)
  if stage == 0 then
    put_one(this_card(), me(), MEMORY, PUT)
    return 1
  end
  result()
  return OVER
end

return body, fits
