-- Made by sumac-gen from the tables in include/spec. Do not edit.
-- Shows Sumac's packets in Wireshark and tshark: wireshark -X lua_script:sumac.lua FILE
local sumac = Proto("sumac", "Sumac")
local fields = sumac.fields
local kinds = { [1] = "DATA", [2] = "ACK", [3] = "PROBE", [4] = "PROBE_REPLY", [5] = "ABORT" }
fields.KIND = ProtoField.uint8("sumac.kind", "KIND", base.DEC, kinds, 0x0f, "")
fields.CHANNEL = ProtoField.uint16("sumac.channel", "CHANNEL", base.DEC, nil, nil, "the receiver's own channel index")
fields.KEY = ProtoField.uint32("sumac.key", "KEY", base.HEX, nil, nil, "the group's key")
fields.SEQ = ProtoField.uint24("sumac.seq", "SEQ", base.DEC, nil, nil, "chunk sequence number on the channel")
fields.ACK = ProtoField.uint24("sumac.ack", "ACK", base.DEC, nil, nil, "opposite direction: all chunks before this one have been received")
fields.LIMIT = ProtoField.uint24("sumac.limit", "LIMIT", base.DEC, nil, nil, "opposite direction: the first chunk that may not be sent yet")
fields.WORD = ProtoField.uint32("sumac.word", "WORD", base.HEX, nil, nil, "FIRST: the low half of DESC.DIGEST; ABORT: status << 16 | rank at fault; else 0")
fields.LENGTH = ProtoField.uint16("sumac.length", "LENGTH", base.DEC, nil, nil, "payload bytes, without padding")
fields.FLAG_FIRST = ProtoField.bool("sumac.flag.first", "FIRST", 8, nil, 0x10, "DATA: first chunk of a stream")
fields.FLAG_GAP = ProtoField.bool("sumac.flag.gap", "GAP", 8, nil, 0x20, "ACK, PROBE_REPLY: chunks are missing from ACK on")
fields.PAYLOAD = ProtoField.bytes("sumac.payload", "PAYLOAD")
fields.CRC = ProtoField.uint32("sumac.crc", "CRC", base.HEX)

function sumac.dissector(tvb, pinfo, tree)
	if tvb:len() < 22 then return 0 end
	local branch = tree:add(sumac, tvb())
	branch:add_le(fields.KIND, tvb(0, 1))
	branch:add_le(fields.FLAG_FIRST, tvb(0, 1))
	branch:add_le(fields.FLAG_GAP, tvb(0, 1))
	branch:add_le(fields.CHANNEL, tvb(1, 2))
	branch:add_le(fields.KEY, tvb(3, 4))
	branch:add_le(fields.SEQ, tvb(7, 3))
	branch:add_le(fields.ACK, tvb(10, 3))
	branch:add_le(fields.LIMIT, tvb(13, 3))
	branch:add_le(fields.WORD, tvb(16, 4))
	branch:add_le(fields.LENGTH, tvb(20, 2))
	local length = tvb(20, 2):le_uint()
	local padded = math.floor((length + 3) / 4) * 4
	if length > 0 and tvb:len() >= 22 + length then branch:add(fields.PAYLOAD, tvb(22, length)) end
	if tvb:len() >= 22 + padded + 4 then branch:add_le(fields.CRC, tvb(22 + padded, 4)) end
	local byte = tvb(0, 1):uint()
	local info = kinds[byte % 16] or "unknown kind"
	if math.floor(byte / 16) % 2 == 1 then info = info .. " FIRST" end
	if math.floor(byte / 32) % 2 == 1 then info = info .. " GAP" end
	info = info .. ", channel " .. tvb(1, 2):le_uint()
	info = info .. ", seq " .. tvb(7, 3):le_uint()
	info = info .. ", ack " .. tvb(10, 3):le_uint()
	info = info .. ", limit " .. tvb(13, 3):le_uint()
	pinfo.cols.protocol = "Sumac"
	pinfo.cols.info = info
	return tvb:len()
end

DissectorTable.get("udp.port"):add(0x536d, sumac)
