import React, { Component } from "react";
import { connect } from "react-redux";
class Player extends Component {
  static defaultProps = { volume: 1 };
  state = { playing: false, at: this.props.start || 0 };
  handleToggle = () => this.setState((old) => ({ playing: !old.playing }));
  handleKey = async (event) => { if (event.key === " " && !event.repeat) await this.handleToggle(); };
  componentDidUpdate(previous) { if (previous.url !== this.props.url) this.setState({ at: 0 }); }
  render() {
    const { title, children } = this.props;
    return <div onKeyDown={this.handleKey}>{title ? <h2>{title}</h2> : null}{this.state.playing && children}</div>;
  }
}
export default connect((state) => ({ url: state.url }), { stop: () => ({ type: "STOP" }) })(Player);
