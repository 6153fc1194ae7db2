//go:build ignore

// Makes a module of the ABI of docs/own-algorithms.md out of what Go's compiler builds for wasip1:
// `go run ccsim_module.go built.wasm algorithm.wasm`.
//
// Go's runtime asks its host for a clock, random bytes, arguments and output (WASI). A run has none
// of these, and gives the same each time. Here the module gets them as functions of its own: the
// clock is a microsecond later at each look, random bytes are zeros, output is dropped, there are no
// arguments and no files, and to exit or to wait is a trap. The runtime starts with the module. What
// says where the description lies becomes a constant, as a lab reads it without running anything.
// Go exports functions of at most 16 arguments: those of ccsim_on_ack wait in variables of the module,
// from which ccsim.go reads them.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// Sections, by their numbers in a file (WebAssembly Core 5.5).
const (
	custom, types, imports, functions, globals = 0, 1, 2, 3, 6
	exports, start, elements, code, data       = 7, 8, 9, 10, 11
)

// Instructions (WebAssembly Core 5.4).
const call, functionNamed, i32Const, i64Const, end = 0x10, 0xD2, 0x41, 0x42, 0x0B

const ackArguments = 24

// What a function of WASI does here, as instructions; `clock` stands for a global of the clock.
func answer(name string, clock byte) []byte {
	none := []byte{0x20, 0, i32Const, 0, 0x36, 2, 0, 0x20, 1, i32Const, 0, 0x36, 2, 0, i32Const, 0}
	switch name {
	case "clock_time_get": // clock += 1000; memory[address] = clock
		return []byte{0x23, clock, i64Const, 0xE8, 0x07, 0x7C, 0x24, clock,
			0x20, 2, 0x23, clock, 0x37, 0, 0, i32Const, 0}
	case "random_get": // fills with zeros
		return []byte{0x20, 0, i32Const, 0, 0x20, 1, 0xFC, 0x0B, 0, i32Const, 0}
	case "args_sizes_get", "environ_sizes_get": // there are 0, of 0 bytes
		return none
	case "args_get", "environ_get", "sched_yield":
		return []byte{i32Const, 0}
	case "fd_write": // written = 0; for each of the buffers: written += its size
		return []byte{0x20, 3, i32Const, 0, 0x36, 2, 0,
			0x02, 0x40, 0x03, 0x40, 0x20, 2, 0x45, 0x0D, 1,
			0x20, 3, 0x20, 3, 0x28, 2, 0, 0x20, 1, 0x28, 2, 4, 0x6A, 0x36, 2, 0,
			0x20, 1, i32Const, 8, 0x6A, 0x21, 1, 0x20, 2, i32Const, 1, 0x6B, 0x21, 2,
			0x0C, 0, end, end, i32Const, 0}
	case "proc_exit", "poll_oneoff": // unreachable
		return []byte{0x00}
	case "read_ack": // memory[address + 8 i] = argument i
		var found []byte
		for place := range byte(ackArguments) {
			found = append(found, 0x20, 0, 0x23, clock+1+place, 0x37, 3)
			found = append(found, number(int(place)*8)...)
		}
		return found
	}
	return []byte{i32Const, 8} // EBADF: no such file is open
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

// Of a file that Go's compiler wrote: what is not as it writes it panics.
type reader struct {
	content []byte
	place   int
}

func (r *reader) byte() byte { return r.bytes(1)[0] }

func (r *reader) bytes(size int) []byte {
	r.place += size
	return r.content[r.place-size : r.place]
}

func (r *reader) number() int {
	value, size := binary.Uvarint(r.content[r.place:])
	r.place += size
	return int(value)
}

func (r *reader) text() string { return string(r.bytes(r.number())) }

func number(value int) []byte { return binary.AppendUvarint(nil, uint64(value)) }

func signed(value int) []byte {
	for found := []byte{}; ; value >>= 7 {
		rest, low := value>>6, byte(value&0x7F)
		if rest == 0 || rest == -1 {
			return append(found, low)
		}
		found = append(found, low|0x80)
	}
}

// A vector: how many there are, and they.
func counted(items [][]byte) []byte {
	return append(number(len(items)), bytes.Join(items, nil)...)
}

func sized(content []byte) []byte { return append(number(len(content)), content...) }

// A body without variables.
func body(instructions []byte) []byte {
	return sized(append(append([]byte{0}, instructions...), end))
}

// Where functions are called or named in code they get the places that `moved` says.
func renamed(code []byte, moved []int) []byte {
	r := &reader{content: code}
	var found []byte
	for range r.number() { // variables
		r.number()
		r.byte()
	}
	kept := 0
	for r.place < len(code) {
		opcode := r.byte()
		if opcode != call && opcode != functionNamed {
			skip(r, opcode)
			continue
		}
		found = append(found, code[kept:r.place]...)
		place := r.number()
		if place < len(moved) {
			place = moved[place]
		}
		found = append(found, number(place)...)
		kept = r.place
	}
	return append(found, code[kept:]...)
}

// Over what follows an opcode (WebAssembly Core 5.4).
func skip(r *reader, opcode byte) {
	count := 0 // of numbers
	switch {
	case opcode == 0x0E: // br_table
		count = r.number() + 1
	case opcode == 0x1C: // select
		count = r.number()
	case opcode == 0x43 || opcode == 0x44: // constants of floating point
		r.bytes(4 << (opcode - 0x43))
	case opcode == 0xFC:
		kind := r.number()
		switch {
		case kind == 8 || kind == 10 || kind == 12 || kind == 14:
			count = 2
		case kind > 7:
			count = 1
		}
	case opcode >= 0x28 && opcode <= 0x3E || opcode == 0x11: // memory; call_indirect
		count = 2
	case opcode >= 0x02 && opcode <= 0x04, opcode == 0x0C, opcode == 0x0D,
		opcode >= 0x20 && opcode <= 0x26, opcode >= 0x3F && opcode <= 0x42, opcode == 0xD0:
		count = 1
	case opcode > 0xD1:
		fail("an instruction 0x%X is not known here", opcode)
	}
	for range count {
		for r.byte() >= 0x80 { // signed or not
		}
	}
}

// Address and size of the first JSON in the data that has a name and a title.
func description(section []byte) (int, int) {
	r := &reader{content: section}
	for range r.number() {
		if r.number() != 0 || r.byte() != i32Const {
			fail("the data has no place that is a constant")
		}
		address, shift := 0, 0
		for {
			b := r.byte()
			address |= int(b&0x7F) << shift
			shift += 7
			if b < 0x80 {
				break
			}
		}
		r.byte()
		content := r.bytes(r.number())
		for at := 0; ; at++ {
			next := bytes.Index(content[at:], []byte(`{"name"`))
			if next < 0 {
				break
			}
			at += next
			decoder := json.NewDecoder(bytes.NewReader(content[at:]))
			found := map[string]any{}
			if decoder.Decode(&found) == nil && found["title"] != nil {
				return address + at, int(decoder.InputOffset())
			}
		}
	}
	fail(`no description is there: a constant text, JSON that begins with {"name", with a title`)
	return 0, 0
}

func main() {
	if len(os.Args) != 3 {
		fail("usage: go run ccsim_module.go built.wasm algorithm.wasm")
	}
	built, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail("%v", err)
	}
	if err := os.WriteFile(os.Args[2], converted(built), 0o644); err != nil {
		fail("%v", err)
	}
}

func converted(built []byte) []byte {
	sections := map[int][]byte{}
	for r := (&reader{built, 8}); r.place < len(built); {
		kind := int(r.byte())
		sections[kind] = r.bytes(r.number())
	}
	delete(sections, custom)
	bodies, moved, clock := defined(sections)
	constants := entered(sections, moved)
	r := &reader{content: sections[code]}
	for place := range r.number() {
		old := r.bytes(r.number())
		if constant, is := constants[place+len(moved)]; is {
			bodies = append(bodies, body(constant))
		} else {
			bodies = append(bodies, sized(renamed(old, moved)))
		}
	}
	bodies = append(bodies, onAck(sections, clock))
	sections[code] = counted(bodies)
	made := bytes.Clone(built[:8])
	for kind := types; kind <= data; kind++ {
		if content, is := sections[kind]; is {
			made = append(append(made, byte(kind)), sized(content)...)
		}
	}
	return made
}

// Exports a function that puts its arguments where read_ack finds them and calls Go's.
func onAck(sections map[int][]byte, clock int) []byte {
	r := &reader{content: sections[types]}
	kind := r.number()
	made := slices.Concat([]byte{0x60, ackArguments}, bytes.Repeat([]byte{0x7E}, ackArguments),
		[]byte{1, 0x7E})
	sections[types] = slices.Concat(number(kind+1), r.content[r.place:], made)
	r = &reader{content: sections[functions]}
	count := r.number()
	sections[functions] = slices.Concat(number(count+1), r.content[r.place:], number(kind))
	r = &reader{content: sections[imports]}
	count += r.number()
	var kept [][]byte
	var instructions []byte
	for place := range byte(ackArguments) {
		instructions = append(instructions, 0x20, place, 0x24, byte(clock)+1+place)
	}
	r = &reader{content: sections[exports]}
	for range r.number() {
		begin := r.place
		name, _, place := r.text(), r.byte(), r.number()
		item := r.content[begin:r.place]
		if name == "ccsim_on_ack" {
			instructions = append(append(instructions, call), number(place)...)
			item = slices.Concat(sized([]byte(name)), []byte{0}, number(count))
		}
		kept = append(kept, item)
	}
	sections[exports] = counted(kept)
	return body(instructions)
}

// Takes WASI's functions out of the imports. Bodies for them, which come before all others, and the
// new places of all that were imported.
func defined(sections map[int][]byte) ([][]byte, []int, int) {
	r := &reader{content: sections[globals]}
	clock := r.number()
	variable := []byte{0x7E, 1, i64Const, 0, end} // of 64 bits
	added := bytes.Repeat(variable, 1+ackArguments)
	sections[globals] = slices.Concat(number(clock+1+ackArguments), r.content[r.place:], added)

	r = &reader{content: sections[imports]}
	var kept, taken, bodies, kinds [][]byte
	var isTaken []bool
	for range r.number() {
		begin := r.place
		module, name := r.text(), r.text()
		if r.byte() != 0 {
			fail("%s.%s is imported and is no function", module, name)
		}
		kind := r.number()
		isWasi := module == "wasi_snapshot_preview1" || module == "ccsim_go"
		isTaken = append(isTaken, isWasi)
		if isWasi {
			taken = append(taken, number(kind))
			bodies = append(bodies, body(answer(name, byte(clock))))
		} else {
			kept = append(kept, r.content[begin:r.place])
		}
	}
	sections[imports] = counted(kept)
	r = &reader{content: sections[functions]}
	for range r.number() {
		kinds = append(kinds, number(r.number()))
	}
	sections[functions] = counted(append(taken, kinds...))
	moved := make([]int, len(isTaken))
	places := map[bool]int{true: len(kept)}
	for place, isWasi := range isTaken {
		moved[place] = places[isWasi]
		places[isWasi]++
	}
	return bodies, moved, clock
}

// Makes the runtime start with the module. What exported functions answer that must be constants, by
// the functions' places.
func entered(sections map[int][]byte, moved []int) map[int][]byte {
	address, size := description(sections[data])
	values := map[string][]byte{
		"ccsim_abi_version":       append([]byte{i64Const}, signed(1)...),
		"ccsim_description":       append([]byte{i32Const}, signed(address)...),
		"ccsim_description_bytes": append([]byte{i64Const}, signed(size)...),
	}
	constants := map[int][]byte{}
	var kept [][]byte
	r := &reader{content: sections[exports]}
	for range r.number() {
		begin := r.place
		name, _, place := r.text(), r.byte(), r.number()
		if name == "_initialize" {
			sections[start] = number(place)
			continue
		}
		if value, is := values[name]; is {
			constants[place] = value
		}
		kept = append(kept, r.content[begin:r.place])
	}
	sections[exports] = counted(kept)

	r = &reader{content: sections[elements]}
	for range r.number() {
		if r.number() != 0 {
			fail("the table is not filled as Go's compiler fills it")
		}
		r.byte() // a constant, to its end
		for r.byte() >= 0x80 {
		}
		r.byte()
		begin := r.place
		items := make([][]byte, r.number())
		for item := range items {
			place := r.number()
			if place < len(moved) {
				place = moved[place]
			}
			items[item] = number(place)
		}
		was := r.content
		r.content = append(append(bytes.Clone(was[:begin]), counted(items)...), was[r.place:]...)
		r.place += len(r.content) - len(was)
	}
	sections[elements] = r.content
	return constants
}
