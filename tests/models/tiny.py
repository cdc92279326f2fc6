"""A small Llama of our own with random weights, as transformers and as llama.cpp (GGUF) read it."""

import json
from pathlib import Path
from typing import Any, Final

TEMPLATE: Final = (
    "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}assistant:{% endif %}"
)
"""How a chat becomes a text."""
_WORDS: Final = ("Ada is married to Bo.", " true false", "A B C D", "The capital of", "Answer with")
START: Final = "<|endoftext|>"
"""The token of the start, which is that of the end, too."""
_PARTS: Final = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""Parts of a block, as llama.cpp and as transformers call them."""


def make(folder: Path) -> Path:
    """The model in a folder, with its template of chats; always the same weights."""
    import torch
    import transformers
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    bytes_alone = pre_tokenizers.ByteLevel.alphabet()
    tokenizer: Any = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer: Any = trainers.BpeTrainer
    tokenizer.train_from_iterator(
        _WORDS * 20,
        trainer(vocab_size=320, initial_alphabet=bytes_alone, special_tokens=[START]),
    )
    wrap: Any = transformers.PreTrainedTokenizerFast
    whole = wrap(tokenizer_object=tokenizer, eos_token=START, bos_token=START)
    whole.chat_template = TEMPLATE
    whole.save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(whole), max_position_embeddings=512, hidden_size=32, intermediate_size=64,
        num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2, bos_token_id=0,
        eos_token_id=0, initializer_range=0.3,
    )  # fmt: skip
    model: Any = transformers.LlamaForCausalLM(config)
    model.save_pretrained(folder)
    return folder


def write_gguf(folder: Path, path: Path) -> Path:
    """The model of a folder in one file, all numbers in 32 bits."""
    import gguf
    import transformers

    model: Any = transformers.LlamaForCausalLM.from_pretrained(folder)
    config = model.config
    writer: Any = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_vocab_size(config.vocab_size)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    _add_tokenizer(writer, folder)
    _add_weights(writer, model)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _add_tokenizer(writer: Any, folder: Path) -> None:
    import gguf

    model = json.loads((folder / "tokenizer.json").read_text())["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].get)
    normal, control = gguf.TokenType.NORMAL, gguf.TokenType.CONTROL
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([control if token == START else normal for token in tokens])
    writer.add_token_merges([" ".join(pair) for pair in model["merges"]])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(0)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)


def _add_weights(writer: Any, model: Any) -> None:
    weights = {name: value.detach().numpy() for name, value in model.state_dict().items()}
    writer.add_tensor("token_embd.weight", weights["model.embed_tokens.weight"])
    writer.add_tensor("output_norm.weight", weights["model.norm.weight"])
    writer.add_tensor("output.weight", weights["lm_head.weight"])
    for block in range(model.config.num_hidden_layers):
        for ours, theirs in _PARTS.items():
            value = weights[f"model.layers.{block}.{theirs}.weight"]
            if ours in ("attn_q", "attn_k"):
                value = _interleaved(value, model.config.num_attention_heads)
            writer.add_tensor(f"blk.{block}.{ours}.weight", value.copy())


def _interleaved(value: Any, heads: int) -> Any:
    """Rows of each head as llama.cpp turns them: neighbours, where transformers turns halves."""
    halves = value.reshape(heads, 2, value.shape[0] // heads // 2, value.shape[1])
    return halves.swapaxes(1, 2).reshape(value.shape)
